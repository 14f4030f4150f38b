import type { Device, Sensor } from "./authenticate/device-registry.ts";
import type { Contract } from "./respond/contract.ts";

/** Returns the sensor that the URL names; null if it names none, or none that the device has. */
export function findUrlSensor(device: Device, identifier: string | null, contract: Contract): Sensor | null {
  if (identifier === null) return null;
  const sensor = device.sensor(identifier);
  if (sensor === undefined) return null;
  return contract.takesSlugInUrl || sensor.uuid === identifier ? sensor : null;
}
