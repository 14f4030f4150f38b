import type { ControlReader } from "../control/control-store.ts";

/** What is needed to tell people of a chain's counts. */
export interface ChainLabels {
  /** UUIDs, because names say more of people and places than whoever reads metrics need know. */
  readonly account: string;
  readonly chain: string;
  /** Of the published version, the nodes where readings enter and where they are saved. */
  readonly inputs: ReadonlySet<string>;
  readonly saves: ReadonlySet<string>;
}

/** Of these chains, by id; those that were deleted have none. */
export function loadChainLabels(
  { database }: ControlReader,
  chainIds: readonly number[],
): Map<number, ChainLabels> {
  const rows = database
    .query(
      `SELECT chains.id, accounts.uuid, chains.uuid, node.value ->> 'type', node.value ->> 'id'
       FROM chains
       JOIN accounts ON accounts.id = chains.account_id
       LEFT JOIN chain_versions ON chain_id = chains.id AND version = published_version
       LEFT JOIN json_each(definition, '$.nodes') AS node ON node.value ->> 'type' IN ('input', 'save')
       WHERE chains.id IN (SELECT value FROM json_each(?))`,
    )
    .values(JSON.stringify([...new Set(chainIds)])) as [number, string, string, string | null, string][];
  const labels = new Map<number, ChainLabels & { inputs: Set<string>; saves: Set<string> }>();
  for (const [id, account, chain, type, nodeId] of rows) {
    const known = labels.get(id) ?? { account, chain, inputs: new Set(), saves: new Set() };
    labels.set(id, known);
    if (type === "input") known.inputs.add(nodeId);
    if (type === "save") known.saves.add(nodeId);
  }
  return labels;
}
