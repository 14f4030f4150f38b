import type { FieldsOf } from "@weir/protocol/resources/resource-definition";
import type { sensorType } from "@weir/protocol/resources/sensor-type";

type SensorTypeFields = FieldsOf<typeof sensorType>;

/**
 * The types that a new account starts with. Units are the ones that such sensors mostly send, decimals match their
 * precision, and ranges are the usual values. All of it belongs to the account, which may change or delete it.
 */
export const usualSensorTypes: readonly SensorTypeFields[] = [
  type("temperature", "°C", 1, [-40, 85]),
  type("humidity", "%", 1, [0, 100]),
  type("pressure", "hPa", 1, [300, 1100]),
  type("battery", "V", 2, [0, 15]),
  type("voltage", "V", 1, [0, 400]),
  type("current", "A", 2, [0, 32]),
  type("power", "W", 0, [0, 5000]),
  type("energy", "kWh", 2, [0, null]),
  type("CO2", "ppm", 0, [400, 5000]),
  type("PM2.5", "µg/m³", 1, [0, 500]),
  type("PM10", "µg/m³", 1, [0, 600]),
  type("VOC", "ppb", 0, [0, 1000]),
  type("soil moisture", "%", 0, [0, 100]),
  type("light", "lx", 0, [0, 100_000]),
  type("sound", "dB", 1, [30, 120]),
  type("distance", "cm", 1, [0, 400]),
  type("level", "%", 1, [0, 100]),
  type("flow", "l/min", 1, [0, 100]),
  type("wind speed", "m/s", 1, [0, 50]),
  type("rain", "mm", 1, [0, null]),
  type("weight", "kg", 2, [0, null]),
  type("signal", "dBm", 0, [-120, -30]),
  { ...type("door", null, 0, [0, 1]), states: states("Closed", "Open") },
  { ...type("motion", null, 0, [0, 1]), states: states("No motion", "Motion") },
  type("count", null, 0, [0, null]),
];

/** No icon is set, because the dashboard has one for each of these names. */
function type(
  name: string,
  unit: string | null,
  decimals: number,
  [min, max]: readonly [number, number | null],
): SensorTypeFields {
  return { name, unit, decimals, min, max, states: null, icon: null };
}

/** What 0 and 1 mean. */
function states(...names: readonly string[]) {
  return names.map((name, value) => ({ value, name }));
}
