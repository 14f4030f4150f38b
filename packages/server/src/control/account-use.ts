import type { ControlData } from "./control-store.ts";

/** What an account has of what is limited. */
export interface AccountUse {
  readonly devices: number;
  readonly sensors: number;
  readonly auditEntries: number;
}

/** `db` may be a transaction of the store. */
export async function readAccountUse(db: ControlData, accountId: number): Promise<AccountUse> {
  const row = await db
    .selectFrom("account_use")
    .select(["devices", "sensors", "audit_entries as auditEntries"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? { devices: 0, sensors: 0, auditEntries: 0 };
}
