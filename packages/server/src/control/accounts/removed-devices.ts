import type { ControlData, ControlTransaction } from "../control.ts";

/** A device that is gone from control data, while the store may still hold something of it. */
interface RemovedDevice {
  readonly deviceId: number;
  readonly sensorIds: readonly number[];
}

/** How many devices are taken out at once: as many as have no more than this many sensors together, but at least one. */
const devicesAtOnceMax = 100;
const sensorsAtOnceMax = 2000;

/**
 * Deletes some devices of an account from control data. Their ids are kept until the store holds nothing of them. Resolves to
 * the ids of the devices; empty if the account has none left.
 */
export async function takeOutDevices(tx: ControlTransaction, accountId: number): Promise<number[]> {
  const devices = await tx
    .selectFrom("devices")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(devicesAtOnceMax)
    .execute();
  const taken: number[] = [];
  let sensors = 0;
  for (const { id: deviceId } of devices) {
    const ofDevice = await tx.selectFrom("sensors").select("id").where("device_id", "=", deviceId).execute();
    sensors += ofDevice.length;
    if (taken.length > 0 && sensors > sensorsAtOnceMax) break;
    await takeOutDevice(tx, { accountId, deviceId, sensorIds: ofDevice.map(({ id }) => id) });
    taken.push(deviceId);
  }
  return taken;
}

/** The same for one device. */
export async function takeOutDevice(
  tx: ControlTransaction,
  { accountId, deviceId, sensorIds }: RemovedDevice & { readonly accountId: number },
): Promise<void> {
  await tx
    .insertInto("removed_devices")
    .values({ device_id: deviceId, account_id: accountId, sensors: JSON.stringify(sensorIds) })
    .execute();
  await tx.deleteFrom("sensors").where("device_id", "=", deviceId).execute();
  await tx.deleteFrom("devices").where("id", "=", deviceId).execute();
}

export async function removedDevices(
  db: ControlData,
  accountId: number,
  limit: number,
): Promise<RemovedDevice[]> {
  const rows = await db
    .selectFrom("removed_devices")
    .select(["device_id as deviceId", "sensors"])
    .where("account_id", "=", accountId)
    .orderBy("device_id")
    .limit(limit)
    .execute();
  return rows.map(({ deviceId, sensors }) => ({ deviceId, sensorIds: JSON.parse(sensors) as number[] }));
}

/** The store holds nothing of these devices any more. */
export async function forgetRemovedDevices(
  tx: ControlTransaction,
  devices: readonly RemovedDevice[],
): Promise<void> {
  for (const { deviceId } of devices)
    await tx.deleteFrom("removed_devices").where("device_id", "=", deviceId).execute();
}
