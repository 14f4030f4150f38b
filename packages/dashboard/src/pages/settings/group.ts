import type { CallAnswer } from "../../api/route-types.ts";

export type Group = CallAnswer<"listDeviceGroups">["items"][number];

/** What shows groups, or what they decide. */
export const groupsAndTheirUse = [
  "listDeviceGroups",
  "listDevices",
  "showDevice",
  "listChains",
  "listAudit",
] as const;

/** What can be said of a group, as it is sent: enough to make it again. */
export function groupFields({ name, chain }: Group): { name: string; chain: string | null } {
  return { name, chain: chain?.uuid ?? null };
}
