import { setImmediate } from "node:timers/promises";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { type ChainFacts, factsOf } from "./chain-facts.ts";
import { KnownFacts } from "./known-facts.ts";

/** A published chain as its account's other chains and its lists see it. */
export interface LiveChain extends ChainFacts {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: number;
  readonly publishedAt: number;
}

/** Up to 256 KiB each, which are in memory together while they are looked at. */
const loadedAtOnceMax = 16;

const known = new KnownFacts();

/**
 * All published chains of an account, in the order they were made. The definitions of those that were not looked at since this
 * program started are loaded a few at a time, and others work between two of them. `db` may be a transaction of the store.
 */
export async function loadLiveChains(
  db: Kysely<ControlSchema>,
  accountId: number,
  facts = known,
): Promise<LiveChain[]> {
  const versions = await db
    .selectFrom("chains")
    .innerJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["chains.id", "uuid", "name", "version", "published_at as publishedAt"])
    .where("account_id", "=", accountId)
    .orderBy("chains.id")
    .execute();
  const found = new Map(versions.map((version) => [version.id, facts.get(version)]));
  const missing = versions.filter(({ id }) => found.get(id) === undefined);
  for (let start = 0; start < missing.length; start += loadedAtOnceMax) {
    const some = missing.slice(start, start + loadedAtOnceMax);
    const texts = await loadDefinitions(db, some);
    for (const version of some) {
      const learnt = factsOf(JSON.parse(texts.get(version.id)!) as ChainDefinition);
      facts.set(version, learnt);
      found.set(version.id, learnt);
      await setImmediate();
    }
  }
  return versions.map((version) => ({ ...version, ...found.get(version.id)! }));
}

/**
 * Looks at the account's chains before a change that has to know them, so that nobody waits for the transaction while that is
 * done. Whoever works on all accounts at once is a command and keeps nobody waiting.
 */
export async function learnLiveChains({ db, accountId }: ControlReader): Promise<void> {
  if (accountId !== null) await loadLiveChains(db, accountId);
}

async function loadDefinitions(
  db: Kysely<ControlSchema>,
  versions: readonly { readonly id: number; readonly version: number }[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("chain_versions")
    .select(["chain_id as id", "definition"])
    .where((where) => where.or(versions.map(({ id, version }) => where.and({ chain_id: id, version }))))
    .execute();
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}
