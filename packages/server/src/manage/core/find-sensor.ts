import type { ControlData, ControlReader } from "../../control/control.ts";
import { findOwnedSensor, type OwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findSensorOf, type Sensor, sensorsOf } from "../../control/sensors/sensor-records.ts";
import { findDevice } from "./find-device.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export async function listSensors(control: ControlReader, deviceUuid: string): Promise<Result<Sensor[]>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  return succeed(await sensorsOf(control.db, device.value.id));
}

/** `sensor` is a slug or a UUID, here and below. */
export async function getSensor(
  control: ControlReader,
  deviceUuid: string,
  sensor: string,
): Promise<Result<Sensor>> {
  const device = await findDevice(control, control.db, deviceUuid);
  return device.ok ? findSensor(control.db, device.value.id, sensor) : device;
}

export async function findSensor(db: ControlData, deviceId: number, sensor: string): Promise<Result<Sensor>> {
  const found = await findSensorOf(db, deviceId, sensor);
  return found ? succeed(found) : refuse("unknown_sensor", `The device has no sensor "${sensor}".`);
}

/** Finds a sensor without its device. Within an account, a sensor of another one is unknown. */
export async function findSensorByUuid(
  { db, accountId }: ControlReader,
  uuid: string,
): Promise<Result<OwnedSensor>> {
  const found = await findOwnedSensor(db, accountId, uuid);
  if (found) return succeed(found);
  const message = `There is no sensor with the UUID "${uuid}". To use a slug, give its device too.`;
  return refuse("unknown_sensor", message);
}
