import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { type ChainFacts, factsWith } from "./chain-facts.ts";
import { type ChainWork, publishedOwner, type WorkOwner } from "./chain-work/chain-work.ts";
import { KnownFacts, type VersionName } from "./known-facts.ts";
import type { ManageError } from "./manage-error.ts";

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

/** Where they are looked up, and who looks at their definitions. `db` may be a transaction of the store. */
export type LiveChainSource = Pick<ControlReader, "db" | "chainWork">;

/**
 * All published chains of an account, in the order they were made. The definitions of those that were not looked at since this
 * program started are loaded a few at a time.
 */
export async function loadLiveChains(
  { db, chainWork }: LiveChainSource,
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
  const learning = { facts, chainWork, owner: publishedOwner(accountId) };
  const found = new Map(versions.map((version) => [version.id, facts.get(version)]));
  const missing = versions.filter(({ id }) => found.get(id) === undefined);
  for (let start = 0; start < missing.length; start += loadedAtOnceMax) {
    const some = missing.slice(start, start + loadedAtOnceMax);
    const texts = await loadDefinitions(db, some);
    for (const version of some) {
      const definition = JSON.parse(texts.get(version.id)!) as ChainDefinition;
      found.set(version.id, await learnFacts(version, definition, learning));
    }
  }
  return versions.map((version) => ({ ...version, ...found.get(version.id)! }));
}

interface Learning {
  readonly facts: KnownFacts;
  readonly chainWork: ChainWork;
  readonly owner: WorkOwner;
}

/** A list never fails because of one chain: what could not be checked is among its problems instead. */
async function learnFacts(
  version: VersionName,
  definition: ChainDefinition,
  { facts, chainWork, owner }: Learning,
): Promise<ChainFacts> {
  const checked = await chainWork.facts(owner, definition);
  if (checked.ok) {
    facts.set(version, checked.value);
    return checked.value;
  }
  const unchecked = factsWith(definition, problemsOf(checked.error));
  // It would take as long the next time. A server that is too busy now may have time then.
  if (checked.error.code === "check_deadline") facts.set(version, unchecked);
  return unchecked;
}

function problemsOf({ code, problems = [] }: ManageError): ChainFacts["problems"] {
  return code === "check_deadline" ? problems : [];
}

/**
 * Looks at the account's chains before a change that has to know them, so that nobody waits for the transaction while that is
 * done. Whoever works on all accounts at once is a command and keeps nobody waiting.
 */
export async function learnLiveChains(control: ControlReader): Promise<void> {
  if (control.accountId !== null) await loadLiveChains(control, control.accountId);
}

/** As JSON text, by the ids of the chains. */
export async function loadDefinitions(
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
