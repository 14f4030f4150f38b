import { type ChainUse, chainUse } from "./chain-use.ts";
import {
  type ChainSurroundings,
  type ChainWarning,
  loadSurroundings,
  warningsOf,
} from "./chain-validation.ts";
import type { ControlReader } from "./control-store.ts";
import { chainsWithin, type FoundChain, findChain } from "./find-chain.ts";
import { type Result, succeed } from "./manage-error.ts";

/** A chain as people see it: what is live, what is being edited, and where it applies. */
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
  /** Of the live version, among the chains it leads to as they are now. */
  readonly warnings: readonly ChainWarning[];
  readonly createdAt: number;
}

/** By account, then in the order they were made. */
export async function listChains(store: ControlReader): Promise<Chain[]> {
  const chains = await chainsWithin(store.db, store.accountId)
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
  const chains = await chainsWithin(store.db, store.accountId)
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

async function describeChains(store: ControlReader, chains: readonly FoundChain[]): Promise<Chain[]> {
  const known = new Map<number, ChainSurroundings>();
  const listed: Chain[] = [];
  for (const chain of chains) {
    const surroundings = known.get(chain.accountId) ?? (await loadSurroundings(store.db, chain.accountId));
    known.set(chain.accountId, surroundings);
    listed.push(await describeChain(store, chain, surroundings));
  }
  return listed;
}

export async function getChain(store: ControlReader, selector: string): Promise<Result<Chain>> {
  const found = await findChain(store, store.db, selector);
  if (!found.ok) return found;
  const surroundings = await loadSurroundings(store.db, found.value.accountId);
  return succeed(await describeChain(store, found.value, surroundings));
}

async function describeChain(
  { db }: ControlReader,
  chain: FoundChain,
  surroundings: ChainSurroundings,
): Promise<Chain> {
  const account = await db
    .selectFrom("accounts")
    .select(["uuid", "name"])
    .where("id", "=", chain.accountId)
    .executeTakeFirstOrThrow();
  const live = await db
    .selectFrom("chain_versions")
    .select(["version", "published_at as publishedAt", "definition"])
    .where("chain_id", "=", chain.id)
    .where("version", "=", chain.publishedVersion ?? 0)
    .executeTakeFirst();
  const { versionCount } = await db
    .selectFrom("chain_versions")
    .select((row) => row.fn.countAll<number>().as("versionCount"))
    .where("chain_id", "=", chain.id)
    .executeTakeFirstOrThrow();
  const { id, uuid, name, draftRevision, draftUpdatedAt, createdAt } = chain;
  return {
    id,
    uuid,
    name,
    account,
    live: live ? { version: live.version, publishedAt: live.publishedAt } : null,
    draft: draftUpdatedAt === null ? null : { updatedAt: draftUpdatedAt },
    draftRevision,
    versionCount,
    use: await chainUse(db, chain, surroundings.network),
    warnings: live ? warningsOf(surroundings, chain, live.definition) : [],
    createdAt,
  };
}
