import type { NewSensor } from "../sensors/insert-sensors.ts";
import {
  type Curve,
  cooled,
  daily,
  dayWave,
  draining,
  failing,
  noise,
  sometimes,
  workingHours,
} from "./sample-curves.ts";

/** A sensor of the sample fleet, and what it has measured. */
interface SampleSensor extends NewSensor {
  readonly decimals: number;
  readonly curve: Curve;
}

export interface SampleDevice {
  readonly name: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly location: { readonly latitude: number; readonly longitude: number; readonly label: string };
  readonly sensors: readonly SampleSensor[];
  /** How far ahead the clock of the device was. Absent: its clock was right. */
  readonly clockAheadMs?: Curve;
  /** Whether the device sent anything then. Absent: always. */
  readonly isOnline?: (atMs: number) => boolean;
  /** How often it sends, if that differs from the other devices of the group. An alarm is raised when it falls silent. */
  readonly ownIntervalS?: number;
  /** Its temperature must not be above this for half an hour. */
  readonly warmest?: number;
}

export const sampleGroup = "Cold store (sample)";
export const sampleIntervalS = 600;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A cold store with its surroundings, as it was in the week before `nowMs`. */
export function sampleFleet(nowMs: number): SampleDevice[] {
  const freezer = cooled(12, -20.5, 2.5);
  return [
    {
      ...described("Freezer 1", "Meat. Set to -20 °C.", ["freezer"], 1),
      warmest: -15,
      sensors: [temperature(cooled(11, -21, 2)), door(sometimes(13, 0.06)), power(daily(14, 210, 30, 40))],
    },
    {
      ...described("Freezer 2", "Fish. Its seal has been failing since yesterday.", ["freezer", "check"], 2),
      warmest: -15,
      sensors: [
        temperature(failing(freezer, nowMs - 1.4 * dayMs, 8)),
        door(sometimes(15, 0.05)),
        power(failing(daily(16, 220, 30, 40), nowMs - 1.4 * dayMs, 60)),
      ],
    },
    {
      ...described("Cooling room", "Vegetables.", ["fridge"], 3),
      sensors: [temperature(cooled(21, 3, 2)), humidity(daily(22, 82, -4, 2)), door(sometimes(23, 0.2))],
    },
    {
      ...described("Loading dock", "Its clock is fast and gets faster.", ["outside"], 4),
      sensors: [temperature(daily(31, 11, 5, 0.6)), humidity(daily(32, 64, -14, 2))],
      clockAheadMs: (atMs) => Math.max(0, 9 * 60_000 - ((nowMs - atMs) / dayMs) * 75_000),
    },
    {
      ...described(
        "Roof",
        "Weather station. Sends every minute, but is often without a connection.",
        ["outside"],
        5,
      ),
      sensors: [
        temperature(daily(41, 9, 6, 0.5)),
        number({
          type: "pressure",
          name: "Pressure",
          unit: "hPa",
          decimals: 1,
          curve: daily(42, 1013, 3, 0.6),
        }),
        number({
          type: "light",
          name: "Light",
          unit: "lx",
          decimals: 0,
          curve: (atMs) => Math.max(0, dayWave(atMs)) * (38_000 + 9000 * noise(43, atMs)),
        }),
        number({
          type: "battery",
          name: "Battery",
          unit: "V",
          decimals: 2,
          curve: draining(4.1, 3.4, nowMs),
        }),
      ],
      ownIntervalS: 60,
      isOnline: (atMs) => nowMs - atMs > 5 * hourMs && noise(44, spellOf(atMs)) < 0.4,
    },
    {
      ...described("Office", "", ["inside"], 6),
      sensors: [
        temperature(workingHours(51, 19.5, 2.5, 0.2)),
        number({ type: "CO2", name: "CO2", unit: "ppm", decimals: 0, curve: workingHours(52, 450, 750, 25) }),
        humidity(workingHours(53, 42, 6, 1)),
      ],
    },
    {
      ...described("Main meter", "", ["energy"], 7),
      sensors: [power(workingHours(61, 1400, 5200, 260))],
    },
  ];
}

/** The start of a spell of three hours, in which a device is there or away. */
function spellOf(atMs: number): number {
  return atMs - (atMs % (3 * hourMs));
}

/** The part of a device that is not about measuring. The place is an invented one near a real harbour. */
function described(name: string, notes: string, tags: readonly string[], nth: number) {
  return {
    name: `${name} (sample)`,
    notes,
    tags: ["sample", ...tags],
    attributes: { site: "Harbour", shelf: nth },
    location: { latitude: 53.54 + nth * 0.0004, longitude: 9.97 + (nth % 3) * 0.0008, label: "Harbour" },
  };
}

function number(sensor: Omit<SampleSensor, "slug"> & { readonly type: string }): SampleSensor {
  return { ...sensor, slug: sensor.type.toLowerCase() };
}

function temperature(curve: Curve): SampleSensor {
  return number({ type: "temperature", name: "Temperature", unit: "°C", decimals: 1, curve });
}

function humidity(curve: Curve): SampleSensor {
  return number({ type: "humidity", name: "Humidity", unit: "%", decimals: 1, curve });
}

function power(curve: Curve): SampleSensor {
  return number({ type: "power", name: "Power", unit: "W", decimals: 0, curve });
}

function door(curve: Curve): SampleSensor {
  return { slug: "door", name: "Door", type: "door", decimals: 0, curve };
}
