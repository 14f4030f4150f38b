import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import { storedChain } from "./stored-chain.ts";

export interface KeptVersion {
  readonly version: number;
  readonly publishedAt: number;
  readonly note: string;
  /** Whether it equals the published version, so that restoring it would change nothing. */
  readonly isLikePublished: boolean;
}

/** Newest first. Empty for a chain that was never published. */
export async function keptVersions(
  db: ControlData,
  chainId: number,
  publishedVersion: number | null,
): Promise<KeptVersion[]> {
  const rows = await db
    .selectFrom("chain_versions as kept")
    .innerJoin("chain_versions as published", "published.chain_id", "kept.chain_id")
    .select(["kept.version", "kept.published_at as publishedAt", "kept.note"])
    .select(({ eb, ref }) => eb("kept.definition", "=", ref("published.definition")).as("isLikePublished"))
    .where("kept.chain_id", "=", chainId)
    .where("published.version", "=", publishedVersion)
    .orderBy("kept.version", "desc")
    .execute();
  return rows.map((row) => ({ ...row, isLikePublished: Boolean(row.isLikePublished) }));
}

/** Returns null if the chain has no such version. */
export async function readVersion(
  db: ControlData,
  chainId: number,
  version: number,
): Promise<ChainDefinition | null> {
  const text = (await definitionTexts(db, [{ id: chainId, version }])).get(chainId);
  return text === undefined ? null : storedChain(text);
}

/** Returns definitions as JSON, by the ids of the chains. */
export async function definitionTexts(
  db: ControlData,
  versions: readonly { readonly id: number; readonly version: number }[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("chain_versions")
    .select(["chain_id as id", "definition"])
    .where((where) => where.or(versions.map(({ id, version }) => where.and({ chain_id: id, version }))))
    .execute();
  return new Map(rows.map(({ id, definition }) => [id, definition]));
}

/** A published version, without its definition. */
export interface PublishedChain {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: number;
  readonly publishedAt: number;
}

/** Returns the published versions of an account's chains, in order of creation. */
export async function publishedChains(db: ControlData, accountId: number): Promise<PublishedChain[]> {
  return db
    .selectFrom("chains")
    .innerJoin("chain_versions", (join) =>
      join.onRef("chain_id", "=", "chains.id").onRef("version", "=", "published_version"),
    )
    .select(["chains.id", "uuid", "name", "version", "published_at as publishedAt"])
    .where("account_id", "=", accountId)
    .orderBy("chains.id")
    .execute();
}

/** Counts the stored versions of these chains. Chains without any are left out. */
export async function countVersions(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  chainIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("chain_versions")
    .select((row) => ["chain_id as id", row.fn.countAll<number>().as("count")])
    .where("chain_id", "in", dialect.listed(chainIds))
    .groupBy("chain_id")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

interface NewVersion {
  readonly definition: ChainDefinition;
  readonly note: string;
  readonly publishedAt: number;
}

/** Publishes a new version after the newest. Past the limit, the oldest version is deleted. */
export async function publishVersion(
  tx: ControlTransaction,
  chainId: number,
  { definition, note, publishedAt }: NewVersion,
  versionsKept: number,
): Promise<number> {
  const version = (await newestVersion(tx, chainId)) + 1;
  const row = { definition: JSON.stringify(definition), note, published_at: publishedAt };
  await tx
    .insertInto("chain_versions")
    .values({ chain_id: chainId, version, ...row })
    .execute();
  await tx.updateTable("chains").set({ published_version: version }).where("id", "=", chainId).execute();
  await tx
    .deleteFrom("chain_versions")
    .where("chain_id", "=", chainId)
    .where("version", "<=", version - versionsKept)
    .execute();
  return version;
}

async function newestVersion(db: ControlData, chainId: number): Promise<number> {
  const { newest } = await db
    .selectFrom("chain_versions")
    .select((row) => row.fn.max("version").as("newest"))
    .where("chain_id", "=", chainId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
