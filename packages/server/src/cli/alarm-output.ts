import type { AlarmView } from "../manage/alarms/alarms.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";
import { describeSource, formatMs } from "./record-output.ts";
import { formatTable } from "./table.ts";

export function alarmsToTable(alarms: readonly AlarmView[]): string {
  const rows = alarms.map(({ id, state, severity, raisedUs, sensorId, origin, name, lastValue, message }) => [
    String(id),
    state,
    severity,
    formatMicros(raisedUs),
    describeAlarmSource({ sensorId, origin }),
    printable(name),
    lastValue === null ? "-" : String(lastValue),
    printable(message),
  ]);
  return formatTable(["ID", "STATE", "SEVERITY", "RAISED", "SENSOR", "NAME", "LAST VALUE", "MESSAGE"], rows);
}

export function describeAlarm({ id, name, sensorId, origin }: AlarmView): string {
  return `alarm ${id} (${printable(name)}, ${describeAlarmSource({ sensorId, origin })})`;
}

export function describeAcknowledgement({ acknowledgedMs, acknowledgedBy }: AlarmView): string {
  return `by ${printable(acknowledgedBy ?? "-")} at ${acknowledgedMs === null ? "-" : formatMs(acknowledgedMs)}`;
}

export function describeClearing({ clearedUs, clearedBy, sensorId }: AlarmView): string {
  const byItself = sensorId === null ? "by itself" : "by its chain";
  const by = clearedBy === null ? byItself : `by ${printable(clearedBy)}`;
  return clearedUs === null ? by : `${by} at ${formatMicros(clearedUs)}`;
}

/** An alarm about a silent device has no sensor. */
function describeAlarmSource({ sensorId, origin }: Pick<AlarmView, "sensorId" | "origin">): string {
  return sensorId === null ? printable(origin.device?.name ?? "(removed)") : describeSource(origin);
}
