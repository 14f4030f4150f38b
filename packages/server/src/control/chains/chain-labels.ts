import type { ControlReader } from "../control.ts";
import { storedChain } from "./stored-chain.ts";

/** Labels for the metrics of a chain. */
export interface ChainLabels {
  /** UUIDs, because names would tell readers of metrics more about people and places than they need to know. */
  readonly account: string;
  readonly chain: string;
  /** The nodes of the published version where readings enter and where they are saved. */
  readonly inputs: ReadonlySet<string>;
  readonly saves: ReadonlySet<string>;
}

/** Returns the labels of these chains by id; deleted chains are left out. */
export async function loadChainLabels(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  chainIds: readonly number[],
): Promise<Map<number, ChainLabels>> {
  const rows = await db
    .selectFrom("chains")
    .innerJoin("accounts", "accounts.id", "chains.account_id")
    .leftJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["chains.id", "accounts.uuid as account", "chains.uuid as chain", "definition"])
    .where("chains.id", "in", dialect.listed([...new Set(chainIds)]))
    .execute();
  return new Map(
    rows.map(({ id, account, chain, definition }) => {
      const nodes = definition === null ? [] : storedChain(definition).nodes;
      const ofType = (type: string) =>
        new Set(nodes.filter((node) => node.type === type).map((node) => node.id));
      return [id, { account, chain, inputs: ofType("input"), saves: ofType("save") }];
    }),
  );
}
