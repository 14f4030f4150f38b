import type { ControlData, ControlReader } from "../control.ts";

/** A sensor whose readings may be seen. */
export interface ReadableSensor {
  readonly id: number;
  readonly uuid: string;
}

/** Those of these sensors that there are, each once, in the order asked for. Within an account, others' are unknown. */
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

/** A sensor with what it belongs to. */
export interface OwnedSensor {
  readonly id: number;
  readonly deviceId: number;
  readonly accountId: number;
}

/** By its UUID. Within an account, sensors of others are unknown; null: within all. */
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

/** By id; sensors that were removed since are missing. */
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
