import type { Insertable, Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { SensorTable } from "../control-schema.ts";

export interface Sensor {
  /** The id that stored readings refer to. */
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  readonly type: string | null;
  readonly unit: string | null;
  readonly createdAt: number;
}

/** A row has eight values, and some engines accept no more than 32,766 in one statement. */
const rowsPerStatement = 1000;

/** Returns the sensors of a device, in order of creation. */
export async function sensorsOf(db: ControlData, deviceId: number): Promise<Sensor[]> {
  return selectSensors(db, deviceId).orderBy("id").execute();
}

/** Returns at most `limit` sensors after the id. */
export async function sensorsBehind(
  db: ControlData,
  deviceId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<Sensor[]> {
  return selectSensors(db, deviceId).where("id", ">", afterId).orderBy("id").limit(limit).execute();
}

/** Which sensors of several devices are wanted. */
interface WantedSensors {
  /** UUIDs of devices. */
  readonly devices: readonly string[];
  /** Slugs or UUIDs of sensors; null for all. */
  readonly names: readonly string[] | null;
  readonly afterId: number;
  readonly limit: number;
}

interface SensorOfDevice extends Sensor {
  /** UUID. */
  readonly device: string;
}

/** Returns at most `limit` sensors of devices of this account, in order of creation. */
export async function sensorsOfDevicesBehind(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  { devices, names, afterId, limit }: WantedSensors,
): Promise<SensorOfDevice[]> {
  const sensors = db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.id", "sensors.uuid", "sensors.slug", "sensors.name", "sensors.type", "sensors.unit"])
    .select(["sensors.created_at as createdAt", "devices.uuid as device"])
    .where("devices.account_id", "=", accountId)
    .where("devices.uuid", "in", dialect.listed(devices))
    .where("sensors.id", ">", afterId);
  const wanted =
    names === null
      ? sensors
      : sensors.where((where) =>
          where.or([
            where("sensors.slug", "in", dialect.listed(names)),
            where("sensors.uuid", "in", dialect.listed(names)),
          ]),
        );
  return wanted.orderBy("sensors.id").limit(limit).execute();
}

/** `sensor` is a slug or a UUID; no slug looks like a UUID, so it names at most one sensor. */
export async function findSensorOf(
  db: ControlData,
  deviceId: number,
  sensor: string,
): Promise<Sensor | undefined> {
  return selectSensors(db, deviceId)
    .where((where) => where.or([where("slug", "=", sensor), where("uuid", "=", sensor)]))
    .executeTakeFirst();
}

export async function slugsOf(db: ControlData, deviceId: number): Promise<string[]> {
  return [...(await idsBySlug(db, deviceId)).keys()];
}

export async function idsBySlug(db: ControlData, deviceId: number): Promise<Map<string, number>> {
  const sensors = await db
    .selectFrom("sensors")
    .select(["id", "slug"])
    .where("device_id", "=", deviceId)
    .execute();
  return new Map(sensors.map(({ id, slug }) => [slug, id]));
}

export type NewSensorRow = Insertable<SensorTable>;

/** Adds sensors to a device whose row exists. */
export async function insertSensorRows(tx: ControlTransaction, rows: readonly NewSensorRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx
      .insertInto("sensors")
      .values(rows.slice(start, start + rowsPerStatement))
      .execute();
  }
}

export async function updateSensor(
  tx: ControlTransaction,
  sensorId: number,
  columns: Updateable<SensorTable>,
): Promise<void> {
  await tx.updateTable("sensors").set(columns).where("id", "=", sensorId).execute();
}

/** Deletes a sensor. Its id is kept, so that its stored readings are purged later. */
export async function deleteSensor(
  tx: ControlTransaction,
  sensorId: number,
  removedAtUs: number,
): Promise<void> {
  await tx.insertInto("removed_sensors").values({ sensor_id: sensorId, removed_at: removedAtUs }).execute();
  await tx.deleteFrom("sensors").where("id", "=", sensorId).execute();
}

/** Like `deleteSensor`, for all sensors of a device. */
export async function deleteSensorsOf(
  tx: ControlTransaction,
  deviceId: number,
  removedAtUs: number,
): Promise<void> {
  await tx
    .insertInto("removed_sensors")
    .columns(["sensor_id", "removed_at"])
    .expression(
      tx
        .selectFrom("sensors")
        .select((row) => ["id", row.cast<number>(row.val(removedAtUs), "bigint").as("removed_at")])
        .where("device_id", "=", deviceId),
    )
    .execute();
  await tx.deleteFrom("sensors").where("device_id", "=", deviceId).execute();
}

function selectSensors(db: ControlData, deviceId: number) {
  return db
    .selectFrom("sensors")
    .select(["id", "uuid", "slug", "name", "type", "unit", "created_at as createdAt"])
    .where("device_id", "=", deviceId);
}
