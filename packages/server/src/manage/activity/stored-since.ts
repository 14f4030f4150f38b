import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { correctedUs, outOfRange } from "../../platform/corrected-us.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import { indexSensors } from "./submitted-entry.ts";

/** So many rejected readings of a request are looked up, and so many readings of a sensor at the same time. */
const findingsMax = 100;
const atOnceMax = 100;

/**
 * The rejected readings of a request that are stored by now, because somebody submitted them again or the device sent
 * them again. They are found by their sensor and time, because their request is not stored with readings.
 */
export async function storedSince(
  { findings, arrivalMs, clockOffsetMs, sensorId }: ActivityRecord,
  sensors: readonly Sensor[],
  readings: ReadingQueries,
): Promise<ReadonlySet<ReadingFinding>> {
  const named = indexSensors(sensors);
  const stored = new Set<ReadingFinding>();
  const rejected = findings.filter(({ reason, value }) => reason !== "dropped_duplicate" && value !== null);
  for (const finding of rejected.slice(0, findingsMax)) {
    const { sent, value, identifier } = finding;
    const id = finding.sensorId ?? (identifier === null ? sensorId : named.get(identifier)?.id);
    const atUs = sent === null ? arrivalMs * 1000 : correctedUs(...sent, clockOffsetMs ?? 0);
    if (id == null || atUs === outOfRange) continue;
    const range = { sensorId: id, fromUs: atUs, toUs: atUs + 1, limit: atOnceMax };
    const found = await gatherPages(readings.readings(range));
    // A chain may have changed the value. Readings of a sensor that did not exist can only have come later.
    if (found.some((reading) => finding.sensorId === null || reading.value === value)) stored.add(finding);
  }
  return stored;
}
