import type { CallAnswer } from "../../api/route-types.ts";

export type SensorType = CallAnswer<"listSensorTypes">["items"][number];

/** What can be said of a type, as it is sent: enough to make it again. Sensors know it by its name only. */
export function sensorTypeFields({ name, unit, decimals, min, max, icon }: SensorType) {
  return { name, unit, decimals, min, max, icon };
}
