import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlReader } from "../control/control-store.ts";

/** A chain as it is in force: its published version. */
export interface PublishedChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly version: number;
  readonly definition: ChainDefinition;
}

/** Every chain of every account, or the one asked for. */
export function loadChains(store: ControlReader, chainId?: number): PublishedChain[] {
  const rows = store.database
    .query(
      `SELECT chains.id, uuid, account_id, name, version, definition
       FROM chains JOIN chain_versions ON chain_id = chains.id AND version = published_version
       WHERE ?1 IS NULL OR chains.id = ?1
       ORDER BY chains.id`,
    )
    .values(chainId ?? null) as [number, string, number, string, number, string][];
  return rows.map(([id, uuid, accountId, name, version, definition]) => ({
    id,
    uuid,
    accountId,
    name,
    version,
    definition: JSON.parse(definition) as ChainDefinition,
  }));
}
