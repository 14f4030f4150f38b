import { call } from "../../api/client.ts";
import type { CallAnswer, RouteName } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";

export type ListedChain = CallAnswer<"listChains">["items"][number];
export type ChainUser = CallAnswer<"listChainAssignments">["items"][number];
export type Level = ChainUser["level"];

/** A target that a chain can be assigned to. Without a device, group or sensor, it is the account. */
export interface AssignmentTarget {
  readonly group?: string;
  readonly device?: string;
  readonly sensor?: string;
}

/** Routes whose answers say which chain applies. */
export const assignmentRoutes: readonly RouteName[] = [
  ...(["listChains", "showChain", "listChainAssignments", "showApplicableChain"] as const),
  ...(["listDeviceGroups", "listDevices", "showDevice", "listSensors"] as const),
];

/** Describes whose readings go through the chain; null if nothing uses it. */
export function usersInWords({ use }: Pick<ListedChain, "use">): string | null {
  const parts = [
    ...(use.is_default ? ["Account default"] : []),
    ...(use.groups > 0 ? [plural(use.groups, "group")] : []),
    ...(use.devices > 0 ? [plural(use.devices, "device")] : []),
    ...(use.sensors > 0 ? [plural(use.sensors, "sensor")] : []),
    ...use.chains.map((name) => `chain ${name}`),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

/** Assigns the chain that the target had before, or none if it had none. */
export function putBackChain(
  before: CallAnswer<"showApplicableChain">,
  level: Level,
  target: AssignmentTarget,
): Promise<unknown> {
  return before.through === level
    ? call("assignChain", { body: { chain: before.uuid, ...target } })
    : call("unassignChain", { query: target });
}
