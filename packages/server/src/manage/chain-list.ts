import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainUse, chainUse } from "./chain-use.ts";
import { type ChainSurroundings, loadSurroundings, warningsOf } from "./chain-validation.ts";
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
  readonly use: ChainUse;
  /** Of the live version, among the chains it leads to as they are now. */
  readonly warnings: readonly string[];
  readonly createdAt: number;
}

/** By account, then in the order they were made. */
export async function listChains(store: ControlReader): Promise<Chain[]> {
  const chains = await chainsWithin(store.db, store.accountId)
    .orderBy("chains.account_id")
    .orderBy("chains.id")
    .execute();
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
  const { id, uuid, name, draftRevision, draftUpdatedAt, createdAt } = chain;
  return {
    id,
    uuid,
    name,
    account,
    live: live ? { version: live.version, publishedAt: live.publishedAt } : null,
    draft: draftUpdatedAt === null ? null : { updatedAt: draftUpdatedAt },
    draftRevision,
    use: await chainUse(db, chain, surroundings.network),
    warnings: live ? warningsOf(surroundings, chain, JSON.parse(live.definition) as ChainDefinition) : [],
    createdAt,
  };
}
