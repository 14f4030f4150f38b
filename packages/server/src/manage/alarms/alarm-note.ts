import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { AnsweredAction } from "../audit/ask-audited.ts";
import type { AlarmAction, AlarmChange, AlarmView } from "./alarms.ts";

/** Names that fit an audit entry beside a hundred ids and UUIDs, even if each has the greatest length. */
const namesMax = 20;

/** One entry for all alarms that are to be changed. Where they are of several accounts, it is in the log of none. */
export function actionOnAlarms(action: AlarmAction, alarms: readonly AlarmView[]): AuditedAction {
  return {
    ...{ accountId: accountOf(alarms), action: `alarm.${action}`, subjectKind: "alarm" },
    ...{ subject: subjectOf(alarms), before: { state: statesOf(alarms) }, after: described(alarms) },
  };
}

/** What the entry says once the processor has answered: only of those that have changed. Null where none has. */
export function changedAlarms(changes: readonly AlarmChange[]): AnsweredAction {
  const changed = changes.filter(({ hasChanged }) => hasChanged);
  if (changed.length === 0) return null;
  const alarms = changed.map(({ alarm }) => alarm);
  return {
    ...{ accountId: accountOf(alarms), subject: subjectOf(alarms) },
    before: { state: statesOf(changed.map(({ before }) => before)) },
    after: { state: statesOf(alarms), ...described(alarms) },
  };
}

function accountOf(alarms: readonly AlarmView[]): number | null {
  const accountIds = new Set(alarms.map(({ accountId }) => accountId));
  return accountIds.size === 1 ? alarms[0]!.accountId : null;
}

/** The id of one, or how many. */
function subjectOf(alarms: readonly AlarmView[]): string {
  return alarms.length === 1 ? String(alarms[0]!.id) : `${alarms.length} alarms`;
}

function statesOf(alarms: readonly AlarmView[]): string[] {
  return unique(alarms.map(({ state }) => state));
}

/** Ids, and UUIDs of the devices that they are about and that are still there, by which the entry is found. */
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
