import { correctedUs, outOfRange } from "../../platform/corrected-us.ts";
import type { FrameWriter } from "../../queue/packed-readings.ts";
import { type IdentityMemory, noTimestamp, verdicts } from "./identity-memory.ts";
import {
  dropCode,
  duplicate,
  kept,
  movedOutOfRange,
  type ReadingColumns,
  unmatchedSensor,
} from "./reading-columns.ts";

/** How the readings of one request fared. Accepted ones are in the frame, and remembered as pending. */
export interface Classified {
  accepted: number;
  duplicates: number;
  /** Whether a duplicate is of a reading that is still being written. */
  waitsForPending: boolean;
  /** Dropped readings by drop code, or null where none was. */
  dropped: number[] | null;
}

export interface ArrivalContext {
  readonly arrivalMs: number;
  /** The device's clock at sending, where it is off and timestamps need correction. */
  readonly deviceClockSeconds: number | null;
  /** How far ahead of arrival a time may be and still be accepted, as it is. */
  readonly toleranceUs: number;
}

export const unknownSensor = dropCode("dropped_unknown_sensor");
const futureTimestamp = dropCode("dropped_future_timestamp");
const invalidTimestamp = dropCode("dropped_invalid_timestamp");

/** From so many readings on, runs of them are worth looking for. */
const longRows = 16;

/**
 * Steps 9 and 10: decides about every row of the columns, corrects its time, and packs what is accepted. One pass,
 * no allocation per reading. Rows that are not accepted have their reason in `drops` afterwards.
 */
export function classifyReadings(
  columns: ReadingColumns,
  context: ArrivalContext,
  memory: IdentityMemory,
  frame: FrameWriter,
): Classified {
  const { arrivalMs, deviceClockSeconds, toleranceUs } = context;
  const arrivalUs = arrivalMs * 1000;
  const offsetMs = deviceClockSeconds === null ? 0 : arrivalMs - deviceClockSeconds * 1000;
  const latestUs = arrivalUs + toleranceUs;
  let withoutTimestamp = 0;
  const outcome: Classified = { accepted: 0, duplicates: 0, waitsForPending: false, dropped: null };
  const isLong = columns.count >= longRows;
  for (let row = 0; row < columns.count; row++) {
    if (columns.drops[row] !== kept) {
      drop(outcome, columns.drops[row]!);
      continue;
    }
    const sensorId = columns.sensorIds[row]!;
    if (sensorId === unmatchedSensor) {
      columns.drops[row] = unknownSensor;
      drop(outcome, unknownSensor);
      continue;
    }
    const seconds = columns.seconds[row]!;
    const micros = columns.micros[row]!;
    let atUs: number;
    if (seconds === noTimestamp) {
      // A microsecond apart, so that they keep their order and the last one is the current value.
      atUs = arrivalUs + withoutTimestamp++;
    } else {
      if (offsetMs === 0) {
        atUs = seconds * 1e6 + micros;
      } else {
        atUs = correctedUs(seconds, micros, offsetMs);
        if (atUs === outOfRange) {
          columns.drops[row] = movedOutOfRange;
          drop(outcome, invalidTimestamp);
          continue;
        }
      }
      if (atUs > latestUs) {
        columns.drops[row] = futureTimestamp;
        drop(outcome, futureTimestamp);
        continue;
      }
    }
    if (columns.hasRecalled && columns.recalledMs[row]! > 0) {
      outcome.duplicates++;
      columns.drops[row] = duplicate;
      columns.matchedMs[row] = columns.recalledMs[row]!;
      continue;
    }
    const value = columns.values[row]!;
    const verdict = isLong
      ? memory.rememberNext(sensorId, value, seconds, micros, arrivalMs)
      : memory.remember(sensorId, value, seconds, micros, arrivalMs);
    if (verdict !== verdicts.fresh) {
      outcome.duplicates++;
      columns.drops[row] = duplicate;
      columns.matchedMs[row] = memory.matchedMs;
      if (verdict === verdicts.pendingDuplicate) outcome.waitsForPending = true;
      continue;
    }
    frame.add(sensorId, value, atUs, seconds, micros, columns.metadata[row]!);
    outcome.accepted++;
  }
  columns.refused = columns.count - outcome.accepted;
  return outcome;
}

function drop(outcome: Classified, code: number): void {
  outcome.dropped ??= [];
  outcome.dropped[code] = (outcome.dropped[code] ?? 0) + 1;
}
