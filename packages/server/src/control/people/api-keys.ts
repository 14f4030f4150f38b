import type { Scope } from "@weir/protocol/manage/access";
import type { Insertable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { ApiKeyTable } from "../people-schema.ts";

/** A key with which programs act in an account. */
export interface ApiKey {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** The first characters of its text, by which people recognise keys. */
  readonly start: string;
  readonly scopes: readonly Scope[];
  /** The person's email, which is updated when it changes. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Oldest first, including expired keys. */
export async function listApiKeys(
  control: ControlReader,
  accountId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<ApiKey[]> {
  const rows = await keysWithin(control, control.db, accountId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(keyOf);
}

/** `db` may be a transaction. */
export async function findApiKeyByUuid(
  control: ControlReader,
  db: ControlData,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
): Promise<ApiKey | undefined> {
  const row = await keysWithin(control, db, accountId).where("uuid", "=", uuid).executeTakeFirst();
  return row && keyOf(row);
}

function keysWithin(control: ControlReader, db: ControlData, accountId: number) {
  const keys = db
    .selectFrom("api_keys")
    .select([
      "id",
      "uuid",
      "name",
      "key_start as start",
      "scopes",
      "created_by as createdBy",
      "created_at as createdAt",
      "expires_at as expiresAt",
      "last_used_at as lastUsedAt",
    ])
    .where("account_id", "=", accountId);
  return control.accountId === null ? keys : keys.where("account_id", "=", control.accountId);
}

function keyOf(row: Omit<ApiKey, "scopes"> & { readonly scopes: string }): ApiKey {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}

/** Finds a key of any account by the hash of its text, even if it has expired. `scopes` is JSON. */
export async function findApiKeyByHash(db: ControlData, keyHash: Uint8Array) {
  return db
    .selectFrom("api_keys")
    .select(["id", "name", "account_id as accountId", "created_by as createdBy", "scopes"])
    .select(["expires_at as expiresAt", "last_used_at as lastUsedAt"])
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
}

export async function apiKeyNames(db: ControlData, accountId: number): Promise<string[]> {
  const rows = await db.selectFrom("api_keys").select("name").where("account_id", "=", accountId).execute();
  return rows.map(({ name }) => name);
}

/** Returns its id. */
export async function insertApiKey(tx: ControlTransaction, key: Insertable<ApiKeyTable>): Promise<number> {
  const { id } = await tx.insertInto("api_keys").values(key).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function noteApiKeyUse(tx: ControlTransaction, id: number, usedAt: number): Promise<void> {
  await tx.updateTable("api_keys").set({ last_used_at: usedAt }).where("id", "=", id).execute();
}

export async function deleteApiKey(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("api_keys").where("id", "=", id).execute();
}
