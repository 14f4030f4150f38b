import { type AssignmentCounts, countAssignments } from "../../control/chains/chain-assignments.ts";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import type { ControlReader } from "../../control/control.ts";
import { ChainNetwork } from "./chain-network.ts";
import { loadPublishedChains, type PublishedChainSource } from "./published-chains.ts";

/** Where a chain is assigned, and which chains lead to it. */
export interface ChainUse extends AssignmentCounts {
  /** Names of chains whose published version hands readings on to it. */
  readonly chains: readonly string[];
}

export async function readChainUse(
  source: PublishedChainSource & Pick<ControlReader, "dialect">,
  { id, uuid, accountId }: Pick<FoundChain, "id" | "uuid" | "accountId">,
): Promise<ChainUse> {
  const network = new ChainNetwork(await loadPublishedChains(source, accountId));
  const assigned = await countAssignments(source, [id]);
  return { ...assigned(id), chains: network.leadingTo(uuid) };
}

export function isUsed({ isDefault, groups, devices, sensors, chains }: ChainUse): boolean {
  return isDefault || groups + devices + sensors + chains.length > 0;
}
