import { severitiesByGravity } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";
import { countText } from "../../format/number.ts";

/** If more than this many alarms are new, one toast or notification counts them. */
export const apartMax = 3;

export type Alarm = CallAnswer<"listAlarms">["items"][number];

/** New alarms, the newest first. */
export interface NewAlarms {
  readonly alarms: readonly Alarm[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

/** "Freezer 7 · temperature". An alarm of a device as a whole has no sensor. */
export function placeText({ device, sensor }: Pick<Alarm, "device" | "sensor">): string {
  return [device?.name ?? "Deleted device", ...(sensor === null ? [] : [sensor.slug])].join(" · ");
}

/** The name of an alarm where its device is not next to it: "Freezer 7 is silent". */
export function alarmTitle({ cause, name, device }: Pick<Alarm, "cause" | "name" | "device">): string {
  return cause === "silence" && device !== null ? `${device.name} is silent` : name;
}

/** "12 new alarms". */
export function newAlarmsText({ alarms, hasMore }: NewAlarms): string {
  return `${hasMore ? "More than " : ""}${countText(alarms.length)} new alarms`;
}

/** "2 critical, 10 warning". */
export function severitiesText(alarms: readonly Pick<Alarm, "severity">[]): string {
  const parts = severitiesByGravity.map((severity) => {
    const count = alarms.filter((alarm) => alarm.severity === severity).length;
    return count === 0 ? "" : `${countText(count)} ${severity}`;
  });
  return parts.filter((part) => part !== "").join(", ");
}

/** The address of an alarm. */
export function addressOf({ id }: Pick<Alarm, "id">): string {
  return `/alarms/${id}`;
}

/** The list of all unacknowledged alarms. */
export const openAlarmsAddress = "/alarms?state=unacknowledged";
