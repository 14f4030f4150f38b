import type { SensorReference } from "./chart-search.ts";
import { type ChartSensor, type ForeignDevice, isNamed, sensorsMax } from "./chart-sensor.ts";

/** A sensor that a chart names and that does not exist. */
export interface MissingSensor {
  /** Its place among those that the chart names. */
  readonly place: number;
  readonly text: string;
}

/** Sensors of devices that are not loaded yet are not missing. */
export function missingSensors(
  references: readonly SensorReference[],
  own: readonly ChartSensor[],
  others: ReadonlyMap<string, ForeignDevice | null>,
): readonly MissingSensor[] {
  return references.flatMap((reference, place): MissingSensor[] => {
    const { device, slug } = reference;
    const of = device === null ? { name: null, sensors: own } : others.get(device);
    if (of === null) return [{ place, text: `${slug} of a deleted device` }];
    if (of === undefined || isFound(reference, of.sensors)) return [];
    return [{ place, text: of.name === null ? slug : `${slug} of ${of.name}` }];
  });
}

/** Not all sensors of a very large device are known. */
function isFound(reference: SensorReference, sensors: readonly ChartSensor[]): boolean {
  return sensors.length >= sensorsMax || sensors.some((sensor) => isNamed(sensor, reference));
}
