import type { Insertable, Selectable, Updateable } from "kysely";
import type { ControlTransaction } from "../control.ts";
import type { DeviceTable } from "../control-schema.ts";
import { deleteSensorsOf } from "../sensors/sensor-records.ts";

/** The changes of a device. */
export type DeviceChanges = Updateable<DeviceTable>;

export type NewDeviceRow = Insertable<DeviceTable>;

/** A row has about thirty values, and some engines accept no more than 32,766 in one statement. */
const rowsPerStatement = 500;

/** Returns the ids of the devices, in their order. */
export async function insertDeviceRows(
  tx: ControlTransaction,
  devices: readonly NewDeviceRow[],
): Promise<number[]> {
  const ids = new Map<string, number>();
  for (let start = 0; start < devices.length; start += rowsPerStatement) {
    const inserted = await tx
      .insertInto("devices")
      .values(devices.slice(start, start + rowsPerStatement))
      .returning(["id", "uuid"])
      .execute();
    for (const { id, uuid } of inserted) ids.set(uuid, id);
  }
  return devices.map(({ uuid }) => ids.get(uuid)!);
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
