import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlReader } from "../control.ts";

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
      const nodes = definition === null ? [] : (JSON.parse(definition) as ChainDefinition).nodes;
      const ofType = (type: string) =>
        new Set(nodes.filter((node) => node.type === type).map((node) => node.id));
      return [id, { account, chain, inputs: ofType("input"), saves: ofType("save") }];
    }),
  );
}
