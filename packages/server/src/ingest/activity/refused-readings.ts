import { dropReasons } from "@weir/protocol/drop-reasons";
import type { ReadingFinding } from "../../activity/activity-record.ts";
import type { RefusalReason } from "../../activity/activity-recorder.ts";
import { firstCharacters } from "../../platform/first-characters.ts";
import type { DuplicateReading, Duplicates } from "../../queue/intake.ts";
import { noTimestamp } from "../../queue/packed-readings.ts";
import { unknownSensor } from "../classify/pack-readings.ts";
import {
  type DropCode,
  dropCode,
  kept,
  movedOutOfRange,
  type ReadingColumns,
  unmatchedSensor,
} from "../classify/reading-columns.ts";

/** How many readings of one request are described (duplicates: as many as the intake describes). The counts cover all. */
const findingsMax = 50;
/** How many characters are kept of the name that a device uses for a sensor. */
const identifierCharsMax = 100;

const futureTimestamp = dropCode("dropped_future_timestamp");
const missingIdentifier = dropCode("dropped_missing_identifier");

export function reasonOfDrop(code: DropCode): RefusalReason {
  return code === movedOutOfRange ? "dropped_invalid_timestamp" : dropReasons[code - 1]!.key;
}

/** Marks the rows of a request that was not packed, because no entry addressed a sensor. */
export function markUnmatched(columns: ReadingColumns): void {
  for (let row = 0; row < columns.count; row++) {
    if (columns.drops[row] === kept) columns.drops[row] = unknownSensor;
  }
}

/** Describes the first dropped readings. `urlSensor` is the sensor as the URL names it. */
export function describeDropped(columns: ReadingColumns, urlSensor: string | null): ReadingFinding[] {
  const findings: ReadingFinding[] = [];
  for (let row = 0; row < columns.count && findings.length < findingsMax; row++) {
    const code = columns.drops[row]!;
    if (code !== kept) findings.push(describeRow(columns, row, urlSensor));
  }
  return findings;
}

function describeRow(columns: ReadingColumns, row: number, urlSensor: string | null): ReadingFinding {
  const code = columns.drops[row]!;
  // For an entry that could not be read, the columns still hold values of an earlier request.
  const isRead = code === unknownSensor || code === futureTimestamp || code === movedOutOfRange;
  const seconds = columns.seconds[row]!;
  const identifier = code === unknownSensor ? (urlSensor ?? columns.identifiers[row]!) : null;
  return {
    position: row,
    reason: reasonOfDrop(code),
    sensorId: sensorOf(columns, row) || null,
    identifier: identifier === null ? null : firstCharacters(identifier, identifierCharsMax),
    value: isRead ? columns.values[row]! : null,
    sent: isRead && seconds !== noTimestamp ? [seconds, columns.micros[row]!] : null,
    matchedMs: null,
    untilMs: null,
  };
}

/**
 * Describes the first dropped or repeated readings, in order. The indexes of duplicates count only packed readings, so they are
 * shifted by the dropped readings before them. The described dropped readings are enough for that.
 */
export function withDuplicates(
  dropped: readonly ReadingFinding[],
  duplicates: readonly DuplicateReading[],
): ReadingFinding[] {
  const findings: ReadingFinding[] = [];
  let before = 0;
  for (const duplicate of duplicates) {
    while (before < dropped.length && dropped[before]!.position <= duplicate.index + before)
      findings.push(dropped[before++]!);
    findings.push(describeDuplicate(duplicate, duplicate.index + before));
  }
  return [...findings, ...dropped.slice(before)].slice(0, findingsMax);
}

function describeDuplicate(duplicate: DuplicateReading, position: number): ReadingFinding {
  const { sensorId, value, seconds, micros, matchedMs, untilMs } = duplicate;
  const sent: ReadingFinding["sent"] = seconds === noTimestamp ? null : [seconds, micros];
  const reason = "dropped_duplicate";
  return { position, reason, sensorId, identifier: null, value, sent, matchedMs, untilMs };
}

export function duplicateRuns({ bySensor }: Duplicates): RefusedRun[] {
  return bySensor.map(([sensorId, readings]) => ({ sensorId, reason: "dropped_duplicate", readings }));
}

/** Consecutive refused readings of one sensor (0: unknown) with the same reason. */
export interface RefusedRun {
  readonly sensorId: number;
  readonly reason: RefusalReason;
  readings: number;
}

/** Neighbouring readings mostly belong to one sensor and are refused for one reason. */
export function countDropped(columns: ReadingColumns): RefusedRun[] {
  const runs: RefusedRun[] = [];
  let last: RefusedRun | null = null;
  let lastCode = kept;
  for (let row = 0; row < columns.count; row++) {
    const code = columns.drops[row]!;
    if (code === kept) continue;
    const sensorId = sensorOf(columns, row);
    if (last === null || code !== lastCode || sensorId !== last.sensorId) {
      last = { sensorId, reason: reasonOfDrop(code), readings: 0 };
      lastCode = code;
      runs.push(last);
    }
    last.readings++;
  }
  return runs;
}

const invalidShape = dropCode("dropped_invalid_shape");

/**
 * Returns the sensor of a row; 0 if it is unknown. For an entry that is not an object, or names no sensor, the columns still
 * hold an id of an earlier request.
 */
function sensorOf(columns: ReadingColumns, row: number): number {
  const code = columns.drops[row]!;
  const isUnknown = code === unknownSensor || code === missingIdentifier || code === invalidShape;
  return isUnknown ? unmatchedSensor : columns.sensorIds[row]!;
}
