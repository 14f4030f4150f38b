import type { ItemOf } from "./client/api-client.ts";
import { CommandFailure } from "./failure.ts";

export type Sensor = ItemOf<"listSensors">;

const namedSensorsMax = 10;

/** The sensor of a device with this slug or UUID. */
export function chosenSensor(sensors: readonly Sensor[], wanted: string): Sensor {
  const found = sensors.find(({ slug, uuid }) => slug === wanted || uuid === wanted);
  if (found !== undefined) return found;
  const some = sensors.slice(0, namedSensorsMax).map(({ slug }) => slug);
  const more = sensors.length > some.length ? ", …" : "";
  const known = some.length === 0 ? "It has none." : `It has: ${some.join(", ")}${more}.`;
  throw new CommandFailure("unknown_sensor", `The device has no sensor "${wanted}". ${known}`);
}
