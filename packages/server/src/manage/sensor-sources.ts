import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { ControlReader } from "../control/control-store.ts";

/** A sensor as its readings' chain sees it, and which chain that is. */
export interface SensorWithChain {
  readonly source: SensorSource;
  readonly chainId: number;
}

const selectSensors = `SELECT sensors.id, sensors.uuid, sensors.slug, sensors.name, sensors.type, sensors.unit,
    devices.id, devices.uuid, devices.name, device_groups.name,
    accounts.id, accounts.uuid, accounts.name,
    coalesce(sensors.chain_id, devices.chain_id, device_groups.chain_id, accounts.default_chain_id)
  FROM sensors
  JOIN devices ON devices.id = sensors.device_id
  JOIN accounts ON accounts.id = devices.account_id
  LEFT JOIN device_groups ON device_groups.id = devices.group_id`;

/**
 * The sensors of every account, or of one device. The chain is the sensor's own, else its device's, else its group's,
 * else the account's default. Each has a statement of its own: one that serves both reads the whole table for one device.
 */
export function loadSensorSources(store: ControlReader, deviceId?: number): SensorWithChain[] {
  const { database } = store;
  const rows = (
    deviceId === undefined
      ? database.query(`${selectSensors} ORDER BY devices.id, sensors.id`).values()
      : database.query(`${selectSensors} WHERE devices.id = ? ORDER BY sensors.id`).values(deviceId)
  ) as SensorRow[];
  let device: SensorSource["device"] | null = null;
  const accounts = new Map<number, SensorSource["account"]>();
  return rows.map((row) => {
    const [sensorId, uuid, slug, name, type, unit] = row;
    const [
      ,
      ,
      ,
      ,
      ,
      ,
      ofDevice,
      deviceUuid,
      deviceName,
      group,
      accountId,
      accountUuid,
      accountName,
      chainId,
    ] = row;
    // Fleets are large: sensors of a device share what is known of it, and devices what is known of their account.
    if (device?.uuid !== deviceUuid) device = { uuid: deviceUuid, name: deviceName, group: group ?? "" };
    const account = accounts.get(accountId) ?? { uuid: accountUuid, name: accountName };
    accounts.set(accountId, account);
    const sensor = { uuid, slug, name, type: type ?? "", unit: unit ?? "" };
    return { source: { sensorId, deviceId: ofDevice, accountId, sensor, device, account }, chainId };
  });
}

type SensorRow = [
  sensorId: number,
  uuid: string,
  slug: string,
  name: string,
  type: string | null,
  unit: string | null,
  deviceId: number,
  deviceUuid: string,
  deviceName: string,
  group: string | null,
  accountId: number,
  accountUuid: string,
  accountName: string,
  chainId: number,
];
