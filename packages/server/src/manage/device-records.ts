import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { ControlReader } from "../control/control-store.ts";
import type { DeviceRecord, Sensor } from "../ingest/authenticate/device-registry.ts";

type DeviceRow = [
  ...[
    id: number,
    uuid: string,
    accountId: number,
    enabled: number,
    ContractName,
    Handling,
    quarantine: number,
    Uint8Array,
  ],
  ...[previousHash: Uint8Array | null, previousExpiresAt: number | null, untilFirstUse: 0 | 1],
];
type SensorRow = [number, number, string, string];

const selectDevices = `SELECT id, uuid, account_id, enabled, contract, handling, quarantine, token_hash,
  previous_token_hash, previous_token_expires_at, previous_token_until_first_use FROM devices`;
const selectSensors = "SELECT device_id, id, uuid, slug FROM sensors";

/**
 * All devices, or the one asked for; none when it was removed. Two scans in table order and no join, because this
 * reads every device and sensor there is when the server starts.
 */
export function loadDeviceRecords(store: ControlReader, deviceId?: number): DeviceRecord[] {
  const { devices, sensors } = deviceId === undefined ? readAll(store) : readOne(store, deviceId);
  const sensorsByDevice = new Map<number, Sensor[]>(devices.map((device) => [device[0], []]));
  for (const [owner, id, uuid, slug] of sensors) sensorsByDevice.get(owner)?.push({ id, uuid, slug });
  return devices.map(
    ([id, uuid, accountId, enabled, contract, handling, quarantine, tokenHash, ...previous]) => ({
      id,
      uuid,
      accountId,
      enabled: enabled === 1,
      contract,
      handling,
      quarantine: quarantine === 1,
      tokenHash,
      previousToken: toPreviousToken(previous),
      sensors: sensorsByDevice.get(id)!,
    }),
  );
}

function toPreviousToken([hash, expiresAtUs, untilFirstUse]: [
  Uint8Array | null,
  number | null,
  0 | 1,
]): DeviceRecord["previousToken"] {
  if (hash === null) return null;
  const expiresAtMs = expiresAtUs === null ? null : expiresAtUs / 1000;
  return { hash, expiresAtMs, untilFirstUse: untilFirstUse === 1 };
}

interface Rows {
  readonly devices: DeviceRow[];
  readonly sensors: SensorRow[];
}

/** One transaction, so that both statements see the same state of the file. */
function readAll({ database }: ControlReader): Rows {
  return database.transaction(() => ({
    devices: database.query(selectDevices).values() as DeviceRow[],
    sensors: database.query(selectSensors).values() as SensorRow[],
  }))();
}

function readOne({ database }: ControlReader, deviceId: number): Rows {
  return database.transaction(() => ({
    devices: database.query(`${selectDevices} WHERE id = ?`).values(deviceId) as DeviceRow[],
    sensors: database
      .query(`${selectSensors} WHERE device_id = ? ORDER BY id`)
      .values(deviceId) as SensorRow[],
  }))();
}
