import type { ControlData, ControlReader } from "../control.ts";

/** A sensor whose readings may be seen. */
export interface ReadableSensor {
  readonly id: number;
  readonly uuid: string;
}

/** Returns those sensors that exist, each once, in the requested order. Within an account, sensors of others are unknown. */
export async function findReadableSensors(
  { db, dialect, accountId }: Pick<ControlReader, "db" | "dialect" | "accountId">,
  uuids: readonly string[],
): Promise<ReadableSensor[]> {
  const asked = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  let sensors = db
    .selectFrom("sensors")
    .select(["sensors.id", "sensors.uuid"])
    .where("sensors.uuid", "in", dialect.listed(asked));
  if (accountId !== null) {
    sensors = sensors
      .innerJoin("devices", "devices.id", "sensors.device_id")
      .where("devices.account_id", "=", accountId);
  }
  const found = new Map((await sensors.execute()).map((sensor) => [sensor.uuid, sensor]));
  return asked.flatMap((uuid) => found.get(uuid) ?? []);
}

/** A sensor with its device and account. */
export interface OwnedSensor {
  readonly id: number;
  readonly deviceId: number;
  readonly accountId: number;
}

/** Finds a sensor by its UUID, within an account or (null) within all. Within an account, sensors of others are unknown. */
export async function findOwnedSensor(
  db: ControlData,
  accountId: number | null,
  uuid: string,
): Promise<OwnedSensor | undefined> {
  return db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.id", "devices.id as deviceId", "devices.account_id as accountId"])
    .where("sensors.uuid", "=", uuid)
    .$if(accountId !== null, (query) => query.where("devices.account_id", "=", accountId!))
    .executeTakeFirst();
}

/** The sensors that a device has now. */
export async function sensorIdsOf(db: ControlData, deviceId: number): Promise<number[]> {
  const sensors = await db.selectFrom("sensors").select("id").where("device_id", "=", deviceId).execute();
  return sensors.map(({ id }) => id);
}

/** Returns UUIDs by id; removed sensors are left out. */
export async function sensorUuids(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  sensorIds: readonly number[],
): Promise<Map<number, string>> {
  const sensors = await db
    .selectFrom("sensors")
    .select(["id", "uuid"])
    .where("id", "in", dialect.listed(sensorIds))
    .execute();
  return new Map(sensors.map(({ id, uuid }) => [id, uuid]));
}
