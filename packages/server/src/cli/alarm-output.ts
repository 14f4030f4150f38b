import type { AlarmView } from "../manage/alarms.ts";
import { microsOrNull, msOrNull } from "../manage/record-values.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";
import { describeSource, formatMs, originToJson } from "./record-output.ts";
import { formatTable } from "./table.ts";

export function alarmsToTable(alarms: readonly AlarmView[]): string {
  const rows = alarms.map(({ id, state, severity, raisedUs, origin, name, lastValue, message }) => [
    String(id),
    state,
    severity,
    formatMicros(raisedUs),
    describeSource(origin),
    printable(name),
    String(lastValue),
    printable(message),
  ]);
  return formatTable(["ID", "STATE", "SEVERITY", "RAISED", "SENSOR", "NAME", "LAST VALUE", "MESSAGE"], rows);
}

export function alarmToJson(alarm: AlarmView) {
  return {
    id: alarm.id,
    state: alarm.state,
    severity: alarm.severity,
    name: alarm.name,
    message: alarm.message,
    ...originToJson(alarm.origin),
    node: alarm.nodeId,
    raised_at: formatMicros(alarm.raisedUs),
    raised_value: alarm.raisedValue,
    last_at: formatMicros(alarm.lastUs),
    last_value: alarm.lastValue,
    readings: alarm.readings,
    acknowledged_at: msOrNull(alarm.acknowledgedMs),
    acknowledged_by: alarm.acknowledgedBy,
    cleared_at: microsOrNull(alarm.clearedUs),
    cleared_by: alarm.clearedBy,
  };
}

export function describeAlarm({ id, name, origin }: AlarmView): string {
  return `alarm ${id} (${printable(name)}, ${describeSource(origin)})`;
}

export function describeAcknowledgement({ acknowledgedMs, acknowledgedBy }: AlarmView): string {
  return `by ${printable(acknowledgedBy ?? "-")} at ${acknowledgedMs === null ? "-" : formatMs(acknowledgedMs)}`;
}

export function describeClearing({ clearedUs, clearedBy }: AlarmView): string {
  const by = clearedBy === null ? "by its chain" : `by ${printable(clearedBy)}`;
  return clearedUs === null ? by : `${by} at ${formatMicros(clearedUs)}`;
}
