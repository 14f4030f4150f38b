import type { ControlData, ControlReader } from "../control.ts";

export interface DeviceName {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
}

export interface FoundDevice extends DeviceName {
  readonly name: string;
}

export async function deviceByUuid(db: ControlData, uuid: string): Promise<FoundDevice | undefined> {
  return db
    .selectFrom("devices")
    .select(["id", "uuid", "name", "account_id as accountId"])
    .where("uuid", "=", uuid)
    .executeTakeFirst();
}

/** Finds a device of this account. */
export async function deviceIn(
  db: ControlData,
  accountId: number,
  uuid: string,
): Promise<FoundDevice | undefined> {
  const found = await deviceByUuid(db, uuid);
  return found?.accountId === accountId ? found : undefined;
}

/** Returns the ids of these devices by UUID. Unknown devices, and within an account those of others, are left out. */
export async function deviceIdsByUuid(
  { db, dialect, accountId }: Pick<ControlReader, "db" | "dialect" | "accountId">,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("devices")
    .select(["id", "uuid"])
    .where("uuid", "in", dialect.listed(uuids))
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId!))
    .execute();
  return new Map(rows.map(({ id, uuid }) => [uuid, id]));
}

/** Returns all devices, or the requested ones that exist. */
export async function readDeviceNames(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds?: readonly number[],
): Promise<(DeviceName & { readonly groupId: number | null })[]> {
  return db
    .selectFrom("devices")
    .select(["id", "uuid", "account_id as accountId", "group_id as groupId"])
    .$if(deviceIds !== undefined, (query) => query.where("id", "in", dialect.listed(deviceIds!)))
    .execute();
}

/** Returns the names of those devices that still exist. */
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

/** Returns devices whose quarantine has been automatic since this time or earlier. */
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
