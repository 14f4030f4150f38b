import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { AlarmAction } from "../../process/processor-request.ts";
import type { AnsweredAction } from "../core/ask-audited.ts";
import type { AlarmChange, AlarmView } from "./alarm-view.ts";

/** How many names fit into an audit entry beside a hundred ids and UUIDs, even if each has the maximum length. */
const namesMax = 20;

/** One entry for all alarms to change. If they belong to several accounts, it is in no account's log. */
export function actionOnAlarms(action: AlarmAction, alarms: readonly AlarmView[]): AuditedAction {
  return {
    accountId: accountOf(alarms),
    action: `alarm.${action}`,
    subjectKind: "alarm",
    subject: subjectOf(alarms),
    before: { state: statesOf(alarms) },
    after: described(alarms),
  };
}

/** The entry after the processor has answered, with only the changed alarms. Null if none has changed. */
export function changedAlarms(changes: readonly AlarmChange[]): AnsweredAction {
  const changed = changes.filter(({ hasChanged }) => hasChanged);
  if (changed.length === 0) return null;
  const alarms = changed.map(({ alarm }) => alarm);
  return {
    accountId: accountOf(alarms),
    subject: subjectOf(alarms),
    before: { state: statesOf(changed.map(({ before }) => before)) },
    after: { state: statesOf(alarms), ...described(alarms) },
  };
}

function accountOf(alarms: readonly AlarmView[]): number | null {
  const accountIds = new Set(alarms.map(({ accountId }) => accountId));
  return accountIds.size === 1 ? alarms[0]!.accountId : null;
}

/** The id of one alarm, or the number of several. */
function subjectOf(alarms: readonly AlarmView[]): string {
  return alarms.length === 1 ? String(alarms[0]!.id) : `${alarms.length} alarms`;
}

function statesOf(alarms: readonly AlarmView[]): string[] {
  return unique(alarms.map(({ state }) => state));
}

/** Ids, and UUIDs of their existing devices, by which the entry is found. */
function described(alarms: readonly AlarmView[]) {
  return {
    names: unique(alarms.map(({ name }) => name)).slice(0, namesMax),
    alarms: alarms.map(({ id }) => id),
    devices: unique(alarms.flatMap(({ origin }) => origin.device?.uuid ?? [])),
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
