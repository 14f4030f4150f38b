import type { Insertable, Selectable, Updateable } from "kysely";
import type { ControlTransaction } from "../control.ts";
import type { DeviceTable } from "../control-schema.ts";
import { deleteSensorsOf } from "../sensors/sensor-records.ts";

/** The changes of a device. */
export type DeviceChanges = Updateable<DeviceTable>;

/** Returns the device's id. */
export async function insertDeviceRow(
  tx: ControlTransaction,
  device: Insertable<DeviceTable>,
): Promise<number> {
  const { id } = await tx.insertInto("devices").values(device).returning("id").executeTakeFirstOrThrow();
  return id;
}

const bulkColumns = ["enabled", "group_id", "chain_id", "tags", "attributes"] as const;

/** Returns the columns that can be changed for many devices at once. The device must exist. */
export async function readBulkColumns(
  tx: ControlTransaction,
  deviceId: number,
): Promise<Pick<Selectable<DeviceTable>, (typeof bulkColumns)[number]>> {
  return tx.selectFrom("devices").select(bulkColumns).where("id", "=", deviceId).executeTakeFirstOrThrow();
}

export async function updateDeviceRow(
  tx: ControlTransaction,
  deviceId: number,
  columns: DeviceChanges,
): Promise<void> {
  await tx.updateTable("devices").set(columns).where("id", "=", deviceId).execute();
}

/** Deletes a device with its sensors. The ids of the sensors are kept, so that their stored readings are purged later. */
export async function deleteDeviceRow(
  tx: ControlTransaction,
  deviceId: number,
  removedAtUs: number,
): Promise<void> {
  await deleteSensorsOf(tx, deviceId, removedAtUs);
  await tx.deleteFrom("devices").where("id", "=", deviceId).execute();
}
