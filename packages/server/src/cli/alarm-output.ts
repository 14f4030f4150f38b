import type { AlarmView } from "../manage/alarms.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";
import { describeSource, formatMs } from "./record-output.ts";
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
