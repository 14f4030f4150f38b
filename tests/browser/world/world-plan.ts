/** The plan of the seeded world. It is fixed: two seedings only differ in their identifiers and dates. */

export interface SensorKind {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly decimals: number;
  readonly min: number;
  readonly max: number;
  /** The mean, how much the value changes over a day, and its noise. */
  readonly curve: readonly [middle: number, swing: number, jitter: number];
}

const kinds = {
  temperature: kind("temperature", "Temperature", "°C", 1, [0, 40], [21, 4, 0.4]),
  humidity: kind("humidity", "Humidity", "%", 0, [0, 100], [63, -12, 2]),
  soil: kind("soil", "Soil moisture", "%", 0, [0, 100], [41, 5, 1]),
  freezer: kind("temperature", "Temperature", "°C", 1, [-30, 5], [-20, 1.2, 0.5]),
  door: kind("door", "Door", "", 0, [0, 1], [0, 0, 0]),
  flow: kind("flow", "Flow", "l/min", 1, [0, 60], [34, 8, 1.5]),
  pressure: kind("pressure", "Pressure", "bar", 2, [0, 10], [3.2, 0.3, 0.05]),
  power: kind("power", "Power", "W", 0, [0, 2000], [780, 150, 25]),
  co2: kind("co2", "CO₂", "ppm", 0, [350, 2000], [620, 180, 30]),
  wind: kind("wind", "Wind", "m/s", 1, [0, 40], [4.5, 2, 0.8]),
  air: kind("air-pressure", "Air pressure", "hPa", 0, [950, 1050], [1013, 3, 0.4]),
} satisfies Record<string, SensorKind>;

export const sensorTypes: readonly SensorKind[] = [
  kinds.temperature,
  kinds.humidity,
  kinds.soil,
  kinds.door,
  kinds.flow,
  kinds.pressure,
  kinds.power,
  kinds.co2,
  kinds.wind,
  kinds.air,
];

export interface PlannedDevice {
  readonly name: string;
  readonly group: string | null;
  readonly sensors: readonly SensorKind[];
  readonly description: string;
  /** Hours since it last sent something; 0 for a device that still sends, null for one that never did. */
  readonly silentHours: number | null;
  readonly batteryVolts: number | null;
  readonly isEnabled: boolean;
  readonly isLenient: boolean;
  /** Tags, attributes and so on, as the API takes them. */
  readonly notes: object;
}

type Difference = Partial<Omit<PlannedDevice, "name" | "group" | "sensors">>;

export const groups = ["Greenhouses", "Cold rooms", "Pump house", "Soil probes", "Workshop"];

const notesOfGreenhouse3 = {
  tags: ["tomatoes", "irrigated"],
  attributes: { bay: 3, heated: true, crop: "San Marzano" },
  location: { latitude: 51.9512, longitude: 4.4523, label: "Behind the well" },
  notes: "The vent on the north side sticks in the morning.",
};

export const plannedDevices: readonly PlannedDevice[] = [
  ...numbered("Greenhouse", 12, "Greenhouses", [kinds.temperature, kinds.humidity, kinds.soil], {
    3: {
      description: "The one with the tomatoes, beside the well.",
      batteryVolts: 3.71,
      notes: notesOfGreenhouse3,
    },
    7: { silentHours: 3 },
    11: { isLenient: true },
    12: { silentHours: null, description: "Waits on the bench for its case." },
  }),
  ...numbered("Freezer", 6, "Cold rooms", [kinds.freezer, kinds.door], { 5: { silentHours: 26 } }),
  ...numbered("Cold room", 4, "Cold rooms", [kinds.freezer, kinds.door], {}),
  ...numbered("Pump", 6, "Pump house", [kinds.flow, kinds.pressure, kinds.power], {
    4: { silentHours: 50 },
    6: { silentHours: 30, isEnabled: false, description: "Taken apart for the winter." },
  }),
  ...numbered("Soil probe", 6, "Soil probes", [kinds.soil, kinds.temperature], {
    1: { batteryVolts: 3.66 },
    2: { batteryVolts: 3.02 },
    3: { batteryVolts: 3.58 },
    5: { silentHours: 216, batteryVolts: 2.71 },
  }),
  ...numbered("Workshop air", 4, "Workshop", [kinds.co2, kinds.temperature, kinds.humidity], {
    2: { isLenient: true, description: "Firmware 0.9, which still says Temp." },
  }),
  plan("Weather mast", null, [kinds.temperature, kinds.humidity, kinds.wind, kinds.air], {
    batteryVolts: 12.4,
  }),
  plan("Gate camera, old", null, [kinds.temperature], { silentHours: 500 }),
];

/** Devices whose readings go back for weeks. */
export const devicesWithHistory = ["Greenhouse 3", "Freezer 2", "Weather mast"];

export const deviceOfQuarantine = "Workshop air 2";

function kind(
  slug: string,
  name: string,
  unit: string,
  decimals: number,
  [min, max]: readonly [number, number],
  curve: SensorKind["curve"],
): SensorKind {
  return { slug, name, type: slug, unit, decimals, min, max, curve };
}

function numbered(
  name: string,
  count: number,
  group: string,
  sensors: readonly SensorKind[],
  differences: Readonly<Record<number, Difference>>,
): PlannedDevice[] {
  return Array.from({ length: count }, (_, place) =>
    plan(`${name} ${place + 1}`, group, sensors, differences[place + 1] ?? {}),
  );
}

function plan(
  name: string,
  group: string | null,
  sensors: readonly SensorKind[],
  difference: Difference,
): PlannedDevice {
  const usual = {
    description: "",
    silentHours: 0,
    batteryVolts: null,
    isEnabled: true,
    isLenient: false,
    notes: {},
  };
  return { name, group, sensors, ...usual, ...difference };
}
