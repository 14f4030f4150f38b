import type { ClearReason } from "@weir/protocol/closed-sets";
import { alarmValueList } from "@weir/protocol/manage/alarm-values";
import type { CallAnswer } from "@weir/protocol/manage/calls";
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

export function describeClearing({
  cleared_at: at,
  cleared_by: by,
  clear_reason: reason,
  cause,
}: Alarm): string {
  if (reason !== null) return `${reasons[reason]}${at === null ? "" : ` (${at})`}`;
  const byItself = { chain: "by its chain", rule: "by its alert rule", silence: "by itself" }[cause];
  return `${by === null ? byItself : `by ${printable(by)}`}${at === null ? "" : ` at ${at}`}`;
}

const reasons: Readonly<Record<ClearReason, string>> = {
  rule_deleted: "because its alert rule was deleted",
  rule_not_applicable: "because its alert rule no longer applies to the sensor",
};

/** An alarm about a silent device has no sensor. */
export function describeAlarmSource(alarm: Alarm): string {
  return alarm.cause === "silence" ? printable(alarm.device?.name ?? "(removed)") : describeSource(alarm);
}

type Entry = CallAnswer<"showAlarmHistory">["items"][number];

/** An alarm with its history. */
export function describeAlarmInFull({
  history,
  ...alarm
}: Alarm & { readonly history: readonly Entry[] }): string {
  const { name, severity, state, message, assignee, snoozed_until: until } = alarm;
  return [
    `${printable(name)} (alarm ${alarm.id}), ${severity}, ${state}`,
    ...(message === null || message === "" ? [] : [printable(message)]),
    `Sensor:   ${describeAlarmSource(alarm)}`,
    ...alarmValueList.flatMap(({ name, title }) =>
      title === undefined || alarm[name] === null ? [] : [`${title}: ${alarm[name]}`],
    ),
    `Assignee: ${assignee === null ? "nobody" : printable(assignee.email)}`,
    ...(until === null ? [] : [`Snoozed:  until ${until}`]),
    ...history.map(describeEntry),
  ].join("\n");
}

function describeEntry({ at, kind, by, text, severity, reason, until, value }: Entry): string {
  const parts = [
    ...(severity === null ? [] : [`to ${severity}`]),
    ...(reason === null ? [] : [reasons[reason]]),
    ...(by === null ? [] : [`by ${printable(by)}`]),
    ...(value === null ? [] : [`at ${value}`]),
    ...(until === null ? [] : [`until ${until}`]),
  ];
  const said = text === null ? "" : `: ${printable(text)}`;
  return `${at}  ${[kind.replace("_", " "), ...parts].join(" ")}${said}`;
}
