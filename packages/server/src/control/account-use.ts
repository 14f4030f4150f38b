import type { ControlData } from "./control.ts";

/** How much an account has of what is limited. */
interface AccountUse {
  readonly devices: number;
  readonly sensors: number;
  readonly controlBytes: number;
  readonly auditEntries: number;
}

/** Returns the accounts with at least this many devices, sensors or bytes. */
export async function accountsUsing(
  db: ControlData,
  { devices, sensors, controlBytes }: Pick<AccountUse, "devices" | "sensors" | "controlBytes">,
  max: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("account_use")
    .select("account_id")
    .where(({ or, eb }) =>
      or([
        eb("devices", ">=", devices),
        eb("sensors", ">=", sensors),
        eb("control_bytes", ">=", controlBytes),
      ]),
    )
    .limit(max)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** `db` may be a transaction. */
export async function readAccountUse(db: ControlData, accountId: number): Promise<AccountUse> {
  const row = await db
    .selectFrom("account_use")
    .select(["devices", "sensors", "audit_entries as auditEntries", "control_bytes as controlBytes"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? { devices: 0, sensors: 0, controlBytes: 0, auditEntries: 0 };
}
