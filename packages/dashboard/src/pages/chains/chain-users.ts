import { call } from "../../api/client.ts";
import type { CallAnswer, RouteName } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";

export type ListedChain = CallAnswer<"listChains">["items"][number];
export type ChainUser = CallAnswer<"listChainAssignments">["items"][number];
export type Level = ChainUser["level"];

/** What chains are assigned to, as assignments name it; nothing named is the account. */
export interface AssignmentTarget {
  readonly group?: string;
  readonly device?: string;
  readonly sensor?: string;
}

/** What shows which chain applies where. */
export const assignmentRoutes: readonly RouteName[] = [
  ...(["listChains", "showChain", "listChainAssignments", "showApplicableChain"] as const),
  ...(["listDeviceGroups", "listDevices", "showDevice", "listSensors"] as const),
];

/** What readings come from that go through the chain; null where there are none. */
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

/** Gives a target the chain that it had as its own before, or leaves it without one again. */
export function putBackChain(
  before: CallAnswer<"showApplicableChain">,
  level: Level,
  target: AssignmentTarget,
): Promise<unknown> {
  return before.through === level
    ? call("assignChain", { body: { chain: before.uuid, ...target } })
    : call("unassignChain", { query: target });
}
