import type { Kysely } from "kysely";
import { commitChange } from "./commit-change.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { ControlReader, ControlStore } from "./control-store.ts";
import { findDevice } from "./find-device.ts";
import { type CreatedSensor, insertSensors, type NewSensor } from "./insert-sensors.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export interface Sensor {
  /** What stored readings refer to. */
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  readonly type: string | null;
  readonly unit: string | null;
  readonly createdAt: number;
}

export async function addSensor(
  store: ControlStore,
  deviceUuid: string,
  sensor: NewSensor,
): Promise<Result<CreatedSensor>> {
  return commitChange(store, async (tx) => {
    const device = await findDevice(store, tx, deviceUuid);
    if (!device.ok) return device;
    const deviceId = device.value.id;
    const created = await insertSensors(tx, { deviceId, sensors: [sensor], nowUs: store.nowUs() });
    if (!created.ok) return created;
    return succeed({ value: created.value[0]!, changes: [{ kind: "device", deviceId }] });
  });
}

export async function listSensors(store: ControlReader, deviceUuid: string): Promise<Result<Sensor[]>> {
  const device = await findDevice(store, store.db, deviceUuid);
  if (!device.ok) return device;
  return succeed(await sensorsOf(store.db, device.value.id));
}

/** `sensor` is a slug or a UUID; no slug has the form of a UUID, so it means one sensor at most. */
export async function removeSensor(
  store: ControlStore,
  deviceUuid: string,
  sensor: string,
): Promise<Result<CreatedSensor>> {
  return commitChange(store, async (tx) => {
    const device = await findDevice(store, tx, deviceUuid);
    if (!device.ok) return device;
    const deviceId = device.value.id;
    const found = await tx
      .selectFrom("sensors")
      .select(["id", "uuid", "slug"])
      .where("device_id", "=", deviceId)
      .where((where) => where.or([where("slug", "=", sensor), where("uuid", "=", sensor)]))
      .executeTakeFirst();
    if (!found) return refuse("unknown_sensor", `The device has no sensor "${sensor}".`);
    await tx
      .insertInto("removed_sensors")
      .values({ sensor_id: found.id, removed_at: store.nowUs() })
      .execute();
    await tx.deleteFrom("sensors").where("id", "=", found.id).execute();
    const { uuid, slug } = found;
    return succeed({ value: { uuid, slug }, changes: [{ kind: "device", deviceId }] });
  });
}

export async function sensorsOf(db: Kysely<ControlSchema>, deviceId: number): Promise<Sensor[]> {
  return db
    .selectFrom("sensors")
    .select(["id", "uuid", "slug", "name", "type", "unit", "created_at as createdAt"])
    .where("device_id", "=", deviceId)
    .orderBy("id")
    .execute();
}
