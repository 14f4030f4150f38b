import type { ControlReader } from "../../../control/control.ts";
import { findChain } from "../find-chain.ts";
import { findDevice } from "../find-device.ts";
import { findSensor, findSensorByUuid } from "../find-sensor.ts";
import { type Result, succeed } from "../manage-error.ts";

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
        ? await findSensorByUuid(control, sensor)
        : await findSensor(control.db, deviceId, sensor);
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
