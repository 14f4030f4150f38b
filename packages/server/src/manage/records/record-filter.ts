import type { ControlReader } from "../../control/control.ts";
import { findOwnedSensor, type OwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findSensorOf } from "../../control/sensors/sensor-records.ts";
import { findChain } from "../chains/find-chain.ts";
import { findDevice } from "../devices/find-device.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";

/** Which records to select, in the words of people. */
export interface RecordFilter {
  /** UUID. */
  readonly device?: string | undefined;
  /** UUID; or, together with its device, the slug. */
  readonly sensor?: string | undefined;
  /** UUID or name. */
  readonly chain?: string | undefined;
  readonly node?: string | undefined;
}

/** The same in the terms of the records. */
export interface RecordIds {
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly nodeId?: string;
}

/** Refuses what does not exist, or not within the account. */
export async function resolveFilter(
  control: ControlReader,
  { device, sensor, chain, node }: RecordFilter,
): Promise<Result<RecordIds>> {
  let ids: RecordIds = node === undefined ? {} : { nodeId: node };
  if (device !== undefined) {
    const found = await findDevice(control, control.db, device);
    if (!found.ok) return found;
    ids = { ...ids, deviceId: found.value.id };
  }
  if (sensor !== undefined) {
    const { deviceId } = ids;
    const found =
      deviceId === undefined
        ? await findSensor(control, sensor)
        : await findSensorWithin(control, deviceId, sensor);
    if (!found.ok) return found;
    ids = { ...ids, sensorId: found.value.id };
  }
  if (chain !== undefined) {
    const found = await findChain(control, control.db, chain);
    if (!found.ok) return found;
    ids = { ...ids, chainId: found.value.id };
  }
  return succeed(ids);
}

export async function findSensor(
  { db, accountId }: ControlReader,
  uuid: string,
): Promise<Result<OwnedSensor>> {
  const found = await findOwnedSensor(db, accountId, uuid);
  if (found) return succeed(found);
  const message = `There is no sensor with the UUID "${uuid}". To use a slug, give its device too.`;
  return refuse("unknown_sensor", message);
}

async function findSensorWithin(
  { db }: ControlReader,
  deviceId: number,
  selector: string,
): Promise<Result<{ readonly id: number }>> {
  const found = await findSensorOf(db, deviceId, selector);
  return found ? succeed(found) : refuse("unknown_sensor", `The device has no sensor "${selector}".`);
}
