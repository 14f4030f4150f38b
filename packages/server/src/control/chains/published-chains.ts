import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlReader } from "../control.ts";
import { storedChain } from "./stored-chain.ts";

/** The published version of a chain. */
export interface PublishedChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly version: number;
  readonly definition: ChainDefinition;
}

/** Returns every chain of every account, or the requested one. */
export async function loadChains(
  { db }: Pick<ControlReader, "db">,
  chainId?: number,
): Promise<PublishedChain[]> {
  const rows = await db
    .selectFrom("chains")
    .innerJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["chains.id", "uuid", "account_id as accountId", "name", "version", "definition"])
    .$if(chainId !== undefined, (query) => query.where("chains.id", "=", chainId!))
    .orderBy("chains.id")
    .execute();
  return rows.map((row) => ({ ...row, definition: storedChain(row.definition) }));
}
