import type { AlarmCause } from "@weir/protocol/closed-sets";
import { type AlarmValueName, alarmValueList } from "@weir/protocol/manage/alarm-values";
import { snoozedUntilUs } from "../../control/alarms/alarm-follow-ups.ts";
import { formatMicros } from "../../platform/instant.ts";
import { originToJson } from "../core/records/record-json.ts";
import { microsOrNull, msOrNull } from "../core/records/record-values.ts";
import type { AlarmView } from "./alarm-view.ts";

/** An alarm as the API shows it. */
export function alarmToJson(alarm: AlarmView, nowUs: number) {
  const { assignee = null, snooze = null } = alarm.followUp ?? {};
  return {
    id: alarm.id,
    state: alarm.state,
    severity: alarm.severity,
    name: alarm.name,
    message: alarm.message,
    cause: causeOf(alarm),
    ...originToJson(alarm.origin),
    node: alarm.nodeId,
    rule: alarm.rule,
    raised_at: formatMicros(alarm.raisedUs),
    last_at: formatMicros(alarm.lastUs),
    ...valuesToJson(alarm),
    readings: alarm.readings,
    acknowledged_at: msOrNull(alarm.acknowledgedMs),
    acknowledged_by: alarm.acknowledgedBy,
    cleared_at: microsOrNull(alarm.clearedUs),
    cleared_by: alarm.clearedBy,
    clear_reason: alarm.clearReason,
    assignee: assignee === null ? null : { ...assignee },
    snoozed_until: microsOrNull(snoozedUntilUs(alarm, snooze, nowUs)),
  };
}

type CamelOf<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelOf<Tail>>}`
  : Name;

/** The store has the values under the names of their fields, in camel case. */
function valuesToJson(
  alarm: Readonly<Record<CamelOf<AlarmValueName>, number | null>>,
): Record<AlarmValueName, number | null> {
  const entries = alarmValueList.map(({ name }) => {
    const field = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name, alarm[field as CamelOf<AlarmValueName>]];
  });
  return Object.fromEntries(entries);
}

function causeOf({ sensorId, ruleId }: AlarmView): AlarmCause {
  if (sensorId === null) return "silence";
  return ruleId === null ? "chain" : "rule";
}
