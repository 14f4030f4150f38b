import type { ControlData, ControlReader } from "../control.ts";

export interface FoundChain {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  /** Null if it was never published; then it has a draft. */
  readonly publishedVersion: number | null;
  /** JSON of its definition; null if there is no draft. */
  readonly draft: string | null;
  readonly draftRevision: number;
  readonly draftUpdatedAt: number | null;
  readonly createdAt: number;
}

/** A chain without its draft, which may be long. */
export type ListedChain = Omit<FoundChain, "draft">;

type ReachableChains = Pick<ControlReader, "db" | "accountId">;

/** Searches the account; null searches all accounts. */
export async function chainByUuid(
  { db, accountId }: ReachableChains,
  uuid: string,
): Promise<FoundChain | undefined> {
  return selectListed(db, accountId)
    .select("chains.draft")
    .where("chains.uuid", "=", uuid)
    .executeTakeFirst();
}

/** Names are unique within an account, so several are found only within all accounts. Returns at most two. */
export async function chainsByName({ db, accountId }: ReachableChains, name: string): Promise<FoundChain[]> {
  return selectListed(db, accountId)
    .select("chains.draft")
    .where("chains.name", "=", name)
    .limit(2)
    .execute();
}

export interface ChainPage {
  /** A part of the name. */
  readonly search?: string | undefined;
  readonly sort: "name" | "created";
  /** The last chain of the previous page. */
  readonly after?: { readonly id: number; readonly name: string } | undefined;
  readonly limit: number;
}

/** Returns a page of the chains of an account, by name or in order of creation. */
export async function chainsOnPage(
  { db, dialect, accountId }: ReachableChains & Pick<ControlReader, "dialect">,
  { search, sort, after, limit }: ChainPage,
): Promise<ListedChain[]> {
  // Names are unique within an account, so either key alone orders the chains completely.
  const key = sort === "name" ? "chains.name" : "chains.id";
  const last = sort === "name" ? after?.name : after?.id;
  return selectListed(db, accountId)
    .$if(search !== undefined, (query) => query.where(dialect.contains("chains.name", search!)))
    .$if(last !== undefined, (query) => query.where(key, ">", last!))
    .orderBy(key)
    .limit(limit)
    .execute();
}

export async function isChainNameTaken(db: ControlData, accountId: number, name: string): Promise<boolean> {
  return (await chainsByName({ db, accountId }, name)).length > 0;
}

export async function countChains(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("chains")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns names by UUID; deleted chains are left out. */
export async function chainNames(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  uuids: readonly string[],
): Promise<Map<string, string>> {
  const chains = await db
    .selectFrom("chains")
    .select(["uuid", "name"])
    .where("uuid", "in", dialect.listed(uuids))
    .execute();
  return new Map(chains.map(({ uuid, name }) => [uuid, name]));
}

function selectListed(db: ControlData, accountId: number | null) {
  const chains = db
    .selectFrom("chains")
    .select([
      "chains.id",
      "chains.uuid",
      "chains.account_id as accountId",
      "chains.name",
      "chains.published_version as publishedVersion",
      "chains.draft_revision as draftRevision",
      "chains.draft_updated_at as draftUpdatedAt",
      "chains.created_at as createdAt",
    ]);
  return accountId === null ? chains : chains.where("chains.account_id", "=", accountId);
}
