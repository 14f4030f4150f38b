import type { CallAnswer } from "../../api/route-types.ts";

export type Group = CallAnswer<"listDeviceGroups">["items"][number];

/** What shows groups, or what they decide. */
export const groupsAndTheirUse = [
  "listDeviceGroups",
  "listDevices",
  "countDevices",
  "showDevice",
  "listChains",
  "listAudit",
] as const;

/** What can be said of a group, as it is sent: enough to make it again. */
export function groupFields({ name, chain, expected_interval_s, silence_alarm }: Group) {
  return { name, chain: chain?.uuid ?? null, expected_interval_s, silence_alarm };
}
