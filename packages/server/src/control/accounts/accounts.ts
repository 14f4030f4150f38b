import type { Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { AccountTable } from "../control-schema.ts";
import { tenantId } from "./tenants.ts";

export interface Account {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: number;
}

/** Returns a page of the accounts that the caller may access, oldest first. */
export async function accountsOnPage(
  control: ControlReader,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<Account[]> {
  return accountsWithin(control, control.db).where("id", ">", afterId).orderBy("id").limit(limit).execute();
}

/** `db` may be a transaction, here and below. */
export function oldestAccount(control: ControlReader, db: ControlData): Promise<Account | undefined> {
  return accountsWithin(control, db).orderBy("id").executeTakeFirst();
}

export function accountByUuid(control: ControlReader, uuid: string): Promise<Account | undefined> {
  return accountsWithin(control, control.db).where("uuid", "=", uuid).executeTakeFirst();
}

/** The same with its tenant, for a caller who acts in the account. */
export function accountWithTenant(
  control: ControlReader,
  uuid: string,
): Promise<(Account & { readonly tenantId: number }) | undefined> {
  return accountsWithin(control, control.db)
    .select(tenantId.as("tenantId"))
    .where("uuid", "=", uuid)
    .executeTakeFirst();
}

/** Names are not unique. Oldest first. */
export function accountsNamed(control: ControlReader, name: string, limit: number): Promise<Account[]> {
  return accountsWithin(control, control.db).where("name", "=", name).orderBy("id").limit(limit).execute();
}

/** Returns whether the account exists and the caller may access it. */
export async function accountExists(
  control: ControlReader,
  db: ControlData,
  accountId: number,
): Promise<boolean> {
  const account = await accountsWithin(control, db).where("id", "=", accountId).executeTakeFirst();
  return account !== undefined;
}

function accountsWithin({ accountId }: ControlReader, db: ControlData) {
  const accounts = db.selectFrom("accounts").select(["id", "uuid", "name", "created_at as createdAt"]);
  return accountId === null ? accounts : accounts.where("id", "=", accountId);
}

/** Returns the accounts with these ids that exist, oldest first. */
export async function accountsById(control: ControlReader, ids: readonly number[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  return accountsWithin(control, control.db)
    .where("id", "in", control.dialect.listed(ids))
    .orderBy("id")
    .execute();
}

/** Returns an account that is known to exist. */
export async function accountById(db: ControlData, accountId: number): Promise<Account> {
  return db
    .selectFrom("accounts")
    .select(["id", "uuid", "name", "created_at as createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}

/** Returns the account's expectations of devices. See device-expectation.ts. */
export async function expectationOfAccount(db: ControlData, accountId: number) {
  return db
    .selectFrom("accounts")
    .select(["uuid", "expected_interval_s as expectedIntervalS", "silence_alarm as silenceAlarm"])
    .where("id", "=", accountId)
    .executeTakeFirst();
}

export async function updateAccount(
  tx: ControlTransaction,
  accountId: number,
  values: Updateable<AccountTable>,
): Promise<void> {
  await tx.updateTable("accounts").set(values).where("id", "=", accountId).execute();
}

export async function readAccountIds(db: ControlData): Promise<number[]> {
  const rows = await db.selectFrom("accounts").select("id").execute();
  return rows.map(({ id }) => id);
}
