import type { ControlData } from "./control.ts";

/** How much an account has of what is limited. */
interface AccountUse {
  readonly devices: number;
  readonly sensors: number;
  readonly auditEntries: number;
}

/** Returns the accounts with at least this many devices or sensors. */
export async function accountsUsing(
  db: ControlData,
  { devices, sensors }: Pick<AccountUse, "devices" | "sensors">,
  max: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("account_use")
    .select("account_id")
    .where(({ or, eb }) => or([eb("devices", ">=", devices), eb("sensors", ">=", sensors)]))
    .limit(max)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** `db` may be a transaction. */
export async function readAccountUse(db: ControlData, accountId: number): Promise<AccountUse> {
  const row = await db
    .selectFrom("account_use")
    .select(["devices", "sensors", "audit_entries as auditEntries"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? { devices: 0, sensors: 0, auditEntries: 0 };
}
