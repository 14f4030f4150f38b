import type { ControlData, ControlReader } from "../control.ts";

export interface NamedSensor {
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
}

/** Returns null if it was removed. */
export async function findSensorName(db: ControlData, sensorId: number): Promise<NamedSensor | null> {
  const row = await db
    .selectFrom("sensors")
    .select(["uuid", "slug", "name"])
    .where("id", "=", sensorId)
    .executeTakeFirst();
  return row ?? null;
}

interface SensorOfDevice {
  readonly uuid: string;
  readonly slug: string;
  readonly createdAt: number;
}

/** Returns the sensors of these devices, by device, in order of creation. */
export async function sensorsOfDevices(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds: readonly number[],
): Promise<Map<number, SensorOfDevice[]>> {
  const rows = await db
    .selectFrom("sensors")
    .select(["device_id as deviceId", "uuid", "slug", "created_at as createdAt"])
    .where("device_id", "in", dialect.listed(deviceIds))
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ deviceId }) => deviceId);
}
