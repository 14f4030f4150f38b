import { type Sensor, sensorsBehind } from "../../control/sensors/sensor-records.ts";
import type { ChainControlReader } from "../chains/work/chain-control.ts";
import { findDevice } from "../core/find-device.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type ChainOfSensor, chainsOfSensors } from "../devices/list/device-list-chains.ts";

export interface ListedSensor extends Sensor {
  readonly applicableChain: ChainOfSensor;
}

/** The sensors of a device after this id, in the order of creation. */
export async function listSensorPage(
  store: ChainControlReader,
  deviceUuid: string,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<Result<{ sensors: ListedSensor[]; lastId: number | null }>> {
  const device = await findDevice(store, store.db, deviceUuid);
  if (!device.ok) return device;
  const sensors = await sensorsBehind(store.db, device.value.id, { afterId, limit: limit + 1 });
  const page = sensors.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const chains = await chainsOfSensors(store, device.value, ids);
  const listed = page.map((sensor) => ({ ...sensor, applicableChain: chains.get(sensor.id)! }));
  return succeed({ sensors: listed, lastId: sensors.length > limit ? page.at(-1)!.id : null });
}
