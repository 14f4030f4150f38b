import type { NewSensor } from "../core/insert-sensors.ts";
import type { Curve } from "./sample-curves.ts";

/** A sensor of the sample fleet, and what it measures. */
export interface SampleSensor extends NewSensor {
  readonly decimals: number;
  readonly curve: Curve;
  /** What the device sends, if a chain makes another value of it. */
  readonly sent?: Curve;
  /** The slug that the device sends, if that is a mistake. Such a sensor has no history. */
  readonly sentAs?: string;
}

export interface SampleDevice {
  /** Its name within the sample, which never changes. */
  readonly part: string;
  readonly name: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly location: { readonly latitude: number; readonly longitude: number; readonly label: string };
  readonly sensors: readonly SampleSensor[];
  readonly intervalS: number;
  /** Follows the template of the sample, which has the same sensors. */
  readonly isTemplated?: boolean;
  /** Its readings go through the chain of the sample. */
  readonly isChained?: boolean;
  /** Its rejected readings are kept. */
  readonly isQuarantined?: boolean;
  /** One reading per minute, all sent together. */
  readonly isBuffering?: boolean;
  /** Sometimes sends the same request again, as if the answer had been lost. */
  readonly isRepeating?: boolean;
  /** Volts. */
  readonly battery?: Curve;
  /** How far ahead the clock of the device is. Absent: its clock is right. */
  readonly clockAheadMs?: Curve;
  /** Whether the device sends anything then. Absent: always. */
  readonly isOnline?: (atMs: number) => boolean;
  /** Alert rules judge its last days. */
  readonly isJudged?: boolean;
}

export const sampleIntervalS = 60;

type TypedSensor = Omit<SampleSensor, "slug"> & { readonly type: string };

export function number(sensor: TypedSensor): SampleSensor {
  return { ...sensor, slug: sensor.type.toLowerCase() };
}

export function temperature(curve: Curve): SampleSensor {
  return number({ type: "temperature", name: "Temperature", unit: "°C", decimals: 1, curve });
}

export function humidity(curve: Curve): SampleSensor {
  return number({ type: "humidity", name: "Humidity", unit: "%", decimals: 1, curve });
}

export function power(curve: Curve): SampleSensor {
  return number({ type: "power", name: "Power", unit: "W", decimals: 0, curve });
}

export function energy(curve: Curve): SampleSensor {
  return number({ type: "energy", name: "Energy", unit: "kWh", decimals: 2, curve });
}

export function door(curve: Curve): SampleSensor {
  return { slug: "door", name: "Door", type: "door", decimals: 0, curve };
}

export const tankType = "Tank level (sample)";

export function tankLevel(curve: Curve): SampleSensor {
  return { slug: "level", name: "Level", type: tankType, unit: "%", decimals: 0, curve };
}
