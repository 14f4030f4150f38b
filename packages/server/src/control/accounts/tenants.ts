import { sql } from "kysely";
import type { ControlData } from "../control.ts";

/**
 * A tenant is everything that one party has: an account, and all accounts that its owners created, directly or by way of
 * such an account. It is named by the id of the first one. Turns and shares that protect others count by tenant, because
 * somebody with ten accounts would otherwise have ten of each. What an account may have is limited for each account.
 */
export const tenantId = sql<number>`coalesce(accounts.tenant_id, accounts.id)`;

/** The tenants of accounts that do not count with themselves. */
export async function loadTenants(db: ControlData): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "tenant_id as tenantId"])
    .where("tenant_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.tenantId!]));
}

/** An account that is gone counts with itself. */
export async function tenantOf(db: ControlData, accountId: number): Promise<number> {
  const found = await db
    .selectFrom("accounts")
    .select(tenantId.as("tenantId"))
    .where("id", "=", accountId)
    .executeTakeFirst();
  return found?.tenantId ?? accountId;
}

/** The tenant of an account that this person creates now; null if it counts with itself, because they have none yet. */
export async function tenantOfCreator(db: ControlData, userId: number): Promise<number | null> {
  const created = await db
    .selectFrom("accounts")
    .select(tenantId.as("tenantId"))
    .where("created_by", "=", userId)
    .orderBy("accounts.id")
    .executeTakeFirst();
  const owned =
    created ??
    (await db
      .selectFrom("accounts")
      .innerJoin("memberships", "account_id", "accounts.id")
      .select(tenantId.as("tenantId"))
      .where("user_id", "=", userId)
      .where("role", "=", "owner")
      .orderBy("accounts.id")
      .executeTakeFirst());
  return owned?.tenantId ?? null;
}

export async function countCreatedAccounts(db: ControlData, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("accounts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("created_by", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}
