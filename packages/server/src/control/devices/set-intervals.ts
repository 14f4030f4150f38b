import type { ControlData } from "../control.ts";

/** How often devices are expected to send, as far as people have set it. */
export interface SetIntervals {
  /** The device's own interval, or that of its group, in milliseconds. */
  readonly byDevice: ReadonlyMap<number, number>;
  readonly ofAccountMs: number | null;
}

/**
 * For lists of all devices of an account. The cost grows with the devices that have an interval of their own or of their group.
 */
export async function readSetIntervals(db: ControlData, accountId: number): Promise<SetIntervals> {
  const ofGroups = await db
    .selectFrom("device_groups")
    .innerJoin("devices", "devices.group_id", "device_groups.id")
    .select(["devices.id", "device_groups.expected_interval_s as intervalS"])
    .where("device_groups.account_id", "=", accountId)
    .where("device_groups.expected_interval_s", "is not", null)
    .execute();
  const own = await db
    .selectFrom("devices")
    .select(["id", "expected_interval_s as intervalS"])
    .where("account_id", "=", accountId)
    .where("expected_interval_s", "is not", null)
    .execute();
  const account = await db
    .selectFrom("accounts")
    .select("expected_interval_s as intervalS")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return {
    byDevice: new Map([...ofGroups, ...own].map(({ id, intervalS }) => [id, intervalS! * 1000])),
    ofAccountMs: account?.intervalS == null ? null : account.intervalS * 1000,
  };
}
