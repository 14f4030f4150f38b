import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import type { ReadingQueries, StoredReading } from "../../store/readings/reading-queries.ts";
import type { Receipt } from "./request-receipt.ts";

export interface SavedReading extends Pick<StoredReading, "atUs" | "value"> {
  readonly sensor: Sensor;
}

/** Saved readings of a request with more than this many are not searched. */
const savedReadingsMax = 100;
/** The sensors of a device, and the readings of each, that are searched. */
const sensorsMax = 50;
const readingsMax = 200;
/** Readings of a request without timestamps follow its arrival, a microsecond apart. */
const withoutTimestampUs = 1_000_000;

/** Which readings may belong to the request. */
interface RequestReadings {
  readonly arrivalMs: number;
  /** How far ahead of its arrival their times may be. */
  readonly aheadMaxMs: number;
  readonly sensors: readonly Sensor[];
}

/**
 * The readings that a request has saved, by sensor and time. The request of a reading is not stored, because that would
 * cost every reading. So it is found by its time of arrival, among the readings around the request. Null if that is
 * uncertain: some readings lie further back, were removed since, or another request of the device arrived in the same
 * millisecond.
 */
export async function savedReadings(
  receipt: Receipt,
  { arrivalMs, aheadMaxMs, sensors }: RequestReadings,
  readings: ReadingQueries,
): Promise<SavedReading[] | null> {
  if (receipt.state === "unknown") return null;
  const saved = receipt.fates.reduce((sum, run) => sum + (run.fate === "saved" ? run.readings : 0), 0);
  if (saved === 0) return [];
  if (saved > savedReadingsMax || sensors.length > sensorsMax) return null;
  const receivedUs = arrivalMs * 1000;
  const toUs = receivedUs + aheadMaxMs * 1000 + withoutTimestampUs;
  const range = { toUs, order: "desc", limit: readingsMax } as const;
  const found: SavedReading[] = [];
  for (const sensor of sensors) {
    const newest = await gatherPages(readings.readings({ ...range, sensorId: sensor.id }));
    const ofRequest = newest.filter((reading) => reading.receivedUs === receivedUs).reverse();
    found.push(...ofRequest.map(({ atUs, value }) => ({ sensor, atUs, value })));
  }
  return found.length === saved ? found : null;
}
