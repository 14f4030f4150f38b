import type { ControlReader } from "../control/control-store.ts";
import { type ChainUse, readAssignments } from "./chain-use.ts";
import {
  type ChainSurroundings,
  type ChainWarning,
  loadSurroundings,
  warningsOf,
} from "./chain-validation.ts";
import { findChain, type ListedChain, listedWithin } from "./find-chain.ts";
import { type Result, succeed } from "./manage-error.ts";

/** A chain as people see it: what is published, what is being edited, and where it applies. */
export interface Chain {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly account: { readonly uuid: string; readonly name: string };
  /** What readings go through; null while it was never published. */
  readonly live: { readonly version: number; readonly publishedAt: number } | null;
  readonly draft: { readonly updatedAt: number } | null;
  /** Counts the changes of the draft, its coming and going included. */
  readonly draftRevision: number;
  /** How many versions are kept. */
  readonly versionCount: number;
  readonly use: ChainUse;
  /** Ids of the nodes of the published version where readings enter. */
  readonly inputs: readonly string[];
  /** Of the published version, among the chains it leads to as they are now. */
  readonly warnings: readonly ChainWarning[];
  readonly createdAt: number;
}

/** By account, then in the order they were made. */
export async function listChains(store: ControlReader): Promise<Chain[]> {
  const chains = await listedWithin(store.db, store.accountId)
    .orderBy("chains.account_id")
    .orderBy("chains.id")
    .execute();
  return describeChains(store, chains);
}

export interface ChainPage {
  /** A part of the name. */
  readonly search?: string | undefined;
  readonly sort: "name" | "created";
  /** The last chain of the page before. */
  readonly after?: { readonly id: number; readonly name: string } | undefined;
  readonly limit: number;
}

/** A part of the chains within an account, by name or in the order they were made. */
export async function pageChains(store: ControlReader, page: ChainPage): Promise<Chain[]> {
  const { search, sort, after, limit } = page;
  // Names are unique within an account, so either key alone gives every chain one place.
  const key = sort === "name" ? "chains.name" : "chains.id";
  const last = sort === "name" ? after?.name : after?.id;
  const chains = await listedWithin(store.db, store.accountId)
    .$if(search !== undefined, (query) =>
      query.where(({ eb, fn, val }) =>
        eb(fn("instr", [fn("lower", ["chains.name"]), fn("lower", [val(search)])]), ">", 0),
      ),
    )
    .$if(last !== undefined, (query) => query.where(key, ">", last!))
    .orderBy(key)
    .limit(limit)
    .execute();
  return describeChains(store, chains);
}

export async function getChain(store: ControlReader, selector: string): Promise<Result<Chain>> {
  const found = await findChain(store, store.db, selector);
  if (!found.ok) return found;
  const [chain] = await describeChains(store, [found.value]);
  return succeed(chain!);
}

/** Takes as many queries for many chains of an account as for one. */
async function describeChains(store: ControlReader, chains: readonly ListedChain[]): Promise<Chain[]> {
  const { db } = store;
  const accounts = await describeAccounts(
    store,
    chains.map(({ accountId }) => accountId),
  );
  const chainIds = chains.map(({ id }) => id);
  const versionCounts = await countVersions(db, chainIds);
  const assigned = await readAssignments(db, chainIds);
  return chains.map(({ id, uuid, name, accountId, draftRevision, draftUpdatedAt, createdAt }) => {
    const { account, surroundings } = accounts.get(accountId)!;
    const live = surroundings.live.get(uuid);
    return {
      ...{ id, uuid, name, account, draftRevision, createdAt },
      live: live === undefined ? null : { version: live.version, publishedAt: live.publishedAt },
      draft: draftUpdatedAt === null ? null : { updatedAt: draftUpdatedAt },
      versionCount: versionCounts.get(id) ?? 0,
      use: { ...assigned(id), chains: surroundings.network.leadingTo(uuid) },
      inputs: live?.inputs ?? [],
      warnings: warningsOf(surroundings, uuid),
    };
  });
}

interface DescribedAccount {
  readonly account: Chain["account"];
  readonly surroundings: ChainSurroundings;
}

async function describeAccounts(
  store: ControlReader,
  accountIds: readonly number[],
): Promise<Map<number, DescribedAccount>> {
  const described = new Map<number, DescribedAccount>();
  const accounts = await store.db
    .selectFrom("accounts")
    .select(["id", "uuid", "name"])
    .where("id", "in", [...new Set(accountIds)])
    .execute();
  for (const { id, ...account } of accounts) {
    described.set(id, { account, surroundings: await loadSurroundings(store, id) });
  }
  return described;
}

async function countVersions(
  db: ControlReader["db"],
  chainIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("chain_versions")
    .select((row) => ["chain_id as id", row.fn.countAll<number>().as("count")])
    .where("chain_id", "in", chainIds)
    .groupBy("chain_id")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}
