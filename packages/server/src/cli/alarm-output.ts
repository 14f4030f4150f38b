import type { ItemOf } from "./client/api-client.ts";
import { printable } from "./output.ts";
import { describeSource } from "./records.ts";

export type Alarm = ItemOf<"listAlarms">;

export function describeAlarm(alarm: Alarm): string {
  return `alarm ${alarm.id} (${printable(alarm.name)}, ${describeAlarmSource(alarm)})`;
}

export function describeAcknowledgement({ acknowledged_at: at, acknowledged_by: by }: Alarm): string {
  return `by ${printable(by ?? "-")} at ${at ?? "-"}`;
}

export function describeClearing({ cleared_at: at, cleared_by: by, cause }: Alarm): string {
  const byItself = cause === "silence" ? "by itself" : "by its chain";
  return `${by === null ? byItself : `by ${printable(by)}`}${at === null ? "" : ` at ${at}`}`;
}

/** An alarm about a silent device has no sensor. */
export function describeAlarmSource(alarm: Alarm): string {
  return alarm.cause === "silence" ? printable(alarm.device?.name ?? "(removed)") : describeSource(alarm);
}
