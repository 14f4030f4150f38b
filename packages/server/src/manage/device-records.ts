import type { ControlReader } from "../control/control-store.ts";
import { type DeviceRow, readDeviceRows } from "../control/devices/device-records.ts";
import type { DeviceRecord, Sensor } from "../ingest/authenticate/device-registry.ts";

/** All devices, or the one asked for; none when it was removed. */
export async function loadDeviceRecords({ db }: ControlReader, deviceId?: number): Promise<DeviceRecord[]> {
  const { devices, sensors } = await readDeviceRows(db, deviceId);
  const sensorsByDevice = new Map<number, Sensor[]>(devices.map(({ id }) => [id, []]));
  for (const { deviceId: owner, id, uuid, slug } of sensors)
    sensorsByDevice.get(owner)?.push({ id, uuid, slug });
  return devices.map((device) => toRecord(device, sensorsByDevice.get(device.id)!));
}

function toRecord(device: DeviceRow, sensors: readonly Sensor[]): DeviceRecord {
  const { id, uuid, accountId, enabled, contract, handling, quarantine, tokenHash } = device;
  return {
    ...{ id, uuid, accountId, contract, handling, tokenHash, sensors },
    enabled: enabled === 1,
    quarantine: quarantine === 1,
    previousToken: toPreviousToken(device),
  };
}

function toPreviousToken(device: DeviceRow): DeviceRecord["previousToken"] {
  const { previousHash: hash, previousExpiresAt: expiresAtUs, previousUntilFirstUse } = device;
  if (hash === null) return null;
  const expiresAtMs = expiresAtUs === null ? null : expiresAtUs / 1000;
  return { hash, expiresAtMs, untilFirstUse: previousUntilFirstUse === 1 };
}
