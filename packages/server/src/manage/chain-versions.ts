import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ChainDiff, diffChains } from "@weir/rule-engine/diff-chains";
import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader } from "../control/control-store.ts";
import { refuseMissingDraft } from "./chain-validation.ts";
import { type FoundChain, findChain } from "./find-chain.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export interface ChainVersion {
  readonly version: number;
  readonly publishedAt: number;
  readonly note: string;
  /** Whether it is the one that readings go through. */
  readonly isLive: boolean;
  /** Whether it says the same as that one, so that going back to it would change nothing. */
  readonly isLikeLive: boolean;
}

/** A numbered version, the published one, or what is being edited. */
export type WhichVersion = number | "live" | "draft";

/** The newest first. */
export async function listVersions(store: ControlReader, selector: string): Promise<Result<ChainVersion[]>> {
  const found = await findChain(store, store.db, selector);
  if (!found.ok) return found;
  const { id, publishedVersion } = found.value;
  const rows = await store.db
    .selectFrom("chain_versions as kept")
    .innerJoin("chain_versions as live", "live.chain_id", "kept.chain_id")
    .select(["kept.version", "kept.published_at as publishedAt", "kept.note"])
    .select(({ eb, ref }) => eb("kept.definition", "=", ref("live.definition")).as("isLikeLive"))
    .where("kept.chain_id", "=", id)
    .where("live.version", "=", publishedVersion)
    .orderBy("kept.version", "desc")
    .execute();
  return succeed(
    rows.map((row) => ({
      ...row,
      isLive: row.version === publishedVersion,
      isLikeLive: Boolean(row.isLikeLive),
    })),
  );
}

export async function getDefinition(
  store: ControlReader,
  selector: string,
  which: WhichVersion,
): Promise<Result<ChainDefinition>> {
  const found = await findChain(store, store.db, selector);
  return found.ok ? readDefinition(store.db, found.value, which) : found;
}

export async function diffVersions(
  store: ControlReader,
  selector: string,
  { from, to }: { readonly from: WhichVersion; readonly to: WhichVersion },
): Promise<Result<ChainDiff>> {
  const before = await getDefinition(store, selector, from);
  if (!before.ok) return before;
  const after = await getDefinition(store, selector, to);
  return after.ok ? succeed(diffChains(before.value, after.value)) : after;
}

/** `db` may be a transaction of the store. */
export async function readDefinition(
  db: Kysely<ControlSchema>,
  chain: FoundChain,
  which: WhichVersion,
): Promise<Result<ChainDefinition>> {
  if (which === "draft") {
    return chain.draft === null ? refuseMissingDraft(chain) : succeed(parse(chain.draft));
  }
  const version = which === "live" ? chain.publishedVersion : which;
  if (version === null) {
    return refuse("chain_unpublished", `The chain "${chain.name}" has a draft and was never published.`);
  }
  const row = await db
    .selectFrom("chain_versions")
    .select("definition")
    .where("chain_id", "=", chain.id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (row) return succeed(parse(row.definition));
  return refuse("unknown_version", `The chain "${chain.name}" has no version ${version}.`);
}

function parse(definition: string): ChainDefinition {
  return JSON.parse(definition) as ChainDefinition;
}
