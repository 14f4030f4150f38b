import type { FrameCursor } from "../frame-cursor.ts";
import { type DuplicateReading, type Duplicates, describedMax } from "../intake.ts";
import { countAscending, type DenseReadings } from "../stretch.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import { verdicts } from "./identity-verdicts.ts";
import type { Recalled } from "./recalled.ts";

/** With fewer readings, looking for runs does not pay off. */
const longFrame = 16;

/** The duplicates in one frame. */
export class FoundDuplicates implements Duplicates {
  readings = 0;
  readonly bySensor: [sensorId: number, readings: number][] = [];
  readonly first: DuplicateReading[] = [];
  /** By index in the frame: 1 for a duplicate. */
  readonly isDuplicate: Uint8Array;
  /** Whether one of them repeats a reading that is still being written. */
  waitsForPending = false;

  constructor(readingsOfFrame: number) {
    this.isDuplicate = new Uint8Array(readingsOfFrame);
  }

  add(cursor: FrameCursor, matchedMs: number, untilMs: number): void {
    const { index, sensorId } = cursor;
    this.readings++;
    this.isDuplicate[index] = 1;
    // Neighbouring readings mostly belong to one sensor.
    const last = this.bySensor.at(-1);
    if (last !== undefined && last[0] === sensorId) last[1]++;
    else this.bySensor.push([sensorId, 1]);
    if (this.readings > describedMax) return;
    const { value, seconds, micros } = cursor;
    this.first.push({ index, sensorId, value, seconds, micros, matchedMs, untilMs });
  }
}

/**
 * Looks up every reading under the cursor, and remembers new ones as pending. Returns null if all are new. `recalled`
 * says what the store knows.
 */
export function findDuplicates(
  cursor: FrameCursor,
  memory: IdentityMemory,
  recalled: Recalled | null,
): FoundDuplicates | null {
  const { arrivalMs } = cursor;
  const isLong = cursor.readings >= longFrame;
  let found: FoundDuplicates | null = null;
  // Nearly all long frames are entirely new, and the loop below takes longer.
  if (cursor.isDense && isLong && recalled === null)
    cursor.skipTo(rememberDense(memory, cursor.sensorId, cursor.dense(), arrivalMs));
  while (cursor.next()) {
    const { sensorId, value, seconds, micros } = cursor;
    if (recalled !== null) {
      const { acceptedMs, newFrom } = recalled;
      if (cursor.isDense && cursor.index === newFrom) {
        const joined = memory.joinLateRun(sensorId, cursor.dense(), newFrom, arrivalMs);
        cursor.skipTo(newFrom + joined);
        if (joined > 0) continue;
        cursor.next();
      }
      const matchedMs = acceptedMs === null ? 0 : acceptedMs[cursor.index]!;
      if (matchedMs > 0) {
        found ??= new FoundDuplicates(cursor.readings);
        found.add(cursor, matchedMs, matchedMs + memory.windowMs(seconds));
        continue;
      }
    }
    const verdict = isLong
      ? memory.rememberNext(sensorId, value, seconds, micros, arrivalMs)
      : memory.remember(sensorId, value, seconds, micros, arrivalMs);
    if (verdict === verdicts.fresh) continue;
    found ??= new FoundDuplicates(cursor.readings);
    found.add(cursor, memory.matchedMs, memory.matchedMs + memory.windowMs(seconds));
    if (verdict === verdicts.pendingDuplicate) found.waitsForPending = true;
  }
  return found;
}

/**
 * Remembers readings of a sensor up to the first that is not new; returns how many. Readings later than everything
 * before them are remembered at once, in a third of the time.
 */
export function rememberDense(
  memory: IdentityMemory,
  sensorId: number,
  dense: DenseReadings,
  arrivalMs: number,
): number {
  const { doubles, start, readings } = dense;
  const ascending = countAscending(dense);
  for (let nth = 0; nth < readings; nth++) {
    nth += memory.joinRun(sensorId, dense, nth, ascending - nth, arrivalMs);
    if (nth === readings) break;
    const sentUs = doubles[start + nth * 2 + 1]!;
    const seconds = Math.floor(sentUs / 1e6);
    const value = doubles[start + nth * 2]!;
    const verdict = memory.rememberNext(sensorId, value, seconds, sentUs - seconds * 1e6, arrivalMs);
    if (verdict !== verdicts.fresh) return nth;
  }
  return readings;
}
