import type { ControlData, ControlReader } from "../control.ts";

/** A sensor with its device, as people know them. */
interface SensorWithDevice {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
  readonly unit: string | null;
  readonly device: string;
  readonly deviceName: string;
}

/** Returns those sensors that exist, by UUID. Within an account, sensors of others are unknown. */
export async function sensorsByUuid(
  { db, dialect, accountId }: Pick<ControlReader, "db" | "dialect" | "accountId">,
  uuids: readonly string[],
): Promise<Map<string, SensorWithDevice>> {
  const found = await db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.id", "sensors.uuid", "sensors.slug", "sensors.unit"])
    .select(["devices.uuid as device", "devices.name as deviceName"])
    .where("sensors.uuid", "in", dialect.listed(uuids))
    .$if(accountId !== null, (query) => query.where("devices.account_id", "=", accountId!))
    .execute();
  return new Map(found.map((sensor) => [sensor.uuid, sensor]));
}

/** Returns at most `limit` sensors of an account after the id, in order of creation. */
export async function sensorsOfAccountBehind(
  db: ControlData,
  accountId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<SensorWithDevice[]> {
  return db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.id", "sensors.uuid", "sensors.slug", "sensors.unit"])
    .select(["devices.uuid as device", "devices.name as deviceName"])
    .where("devices.account_id", "=", accountId)
    .where("sensors.id", ">", afterId)
    .orderBy("sensors.id")
    .limit(limit)
    .execute();
}
