import type { ChainNode } from "@weir/rule-engine/chain";
import type { ControlData } from "../control.ts";
import { readVersion } from "./chain-versions.ts";
import { storedChain } from "./stored-chain.ts";

/** How many definitions are in memory together while names are looked up in them: up to 256 KiB each. */
const readAtOnceMax = 16;

interface NodeOfChain {
  readonly chainId: number | null;
  readonly nodeId?: string | null;
}

/** Returns the names of the requested nodes in the published versions of their chains, by chain and node. */
export async function nodeNamesOf(
  db: ControlData,
  nodes: readonly NodeOfChain[],
): Promise<Map<number | null, Map<string | null | undefined, string>>> {
  const wanted = Map.groupBy(
    nodes.filter(({ chainId, nodeId }) => chainId !== null && nodeId != null),
    ({ chainId }) => chainId!,
  );
  const chainIds = [...wanted.keys()];
  const names = new Map<number | null, Map<string | null | undefined, string>>();
  for (let start = 0; start < chainIds.length; start += readAtOnceMax) {
    for (const { id, definition } of await published(db, chainIds.slice(start, start + readAtOnceMax))) {
      const ids = new Set(wanted.get(id)!.map(({ nodeId }) => nodeId));
      const named = nodesIn(definition).filter((node) => ids.has(node.id) && node.name);
      names.set(id, new Map(named.map((node) => [node.id, node.name!])));
    }
  }
  return names;
}

/** Returns a node of a version of a chain; null if the chain was deleted, or has no such node. */
export async function findNode(
  db: ControlData,
  {
    chainId,
    version,
    nodeId,
  }: { readonly chainId: number; readonly version: number; readonly nodeId: string },
): Promise<ChainNode | null> {
  const definition = await readVersion(db, chainId, version);
  return definition?.nodes.find(({ id }) => id === nodeId) ?? null;
}

async function published(db: ControlData, chainIds: readonly number[]) {
  return db
    .selectFrom("chains")
    .innerJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["chains.id", "definition"])
    .where("chains.id", "in", chainIds)
    .execute();
}

function nodesIn(definition: string): readonly ChainNode[] {
  return storedChain(definition).nodes;
}
