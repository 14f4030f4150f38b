import type { ControlData, ControlReader } from "../control-store.ts";

export interface DeviceName {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
}

/** All devices; or the one asked for, none when it was deleted. */
export async function readDeviceNames(db: ControlData, deviceId?: number): Promise<DeviceName[]> {
  return db
    .selectFrom("devices")
    .select(["id", "uuid", "account_id as accountId"])
    .$if(deviceId !== undefined, (query) => query.where("id", "=", deviceId!))
    .execute();
}

/** Those of these devices that still exist. */
export async function readNamesOf(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds: readonly number[],
): Promise<DeviceName[]> {
  if (deviceIds.length === 0) return [];
  return db
    .selectFrom("devices")
    .select(["id", "uuid", "account_id as accountId"])
    .where("id", "in", dialect.listed(deviceIds))
    .execute();
}

export async function hasDevices(db: ControlData): Promise<boolean> {
  return (await db.selectFrom("devices").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Those whose quarantine has been automatic since then or before. */
export async function devicesInAutomaticQuarantine(
  db: ControlData,
  untilUs: number,
): Promise<{ readonly id: number; readonly uuid: string }[]> {
  return db
    .selectFrom("devices")
    .select(["id", "uuid"])
    .where("quarantine_auto_since", "<=", untilUs)
    .execute();
}
