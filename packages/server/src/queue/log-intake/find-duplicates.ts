import type { FrameCursor } from "../frame-cursor.ts";
import { type DuplicateReading, type Duplicates, describedMax } from "../intake.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import { verdicts } from "./identity-verdicts.ts";

/** From so many readings on, runs of them are worth looking for. */
const longFrame = 16;

/** The readings of one frame that were there already, and where they stand in it. */
export class FoundDuplicates implements Duplicates {
  readings = 0;
  readonly bySensor: [sensorId: number, readings: number][] = [];
  readonly first: DuplicateReading[] = [];
  /** Their places in the frame. */
  readonly indexes = new Set<number>();
  /** Whether one of them repeats a reading that is still being written. */
  waitsForPending = false;

  add({ index, sensorId, value, seconds, micros }: FrameCursor, matchedMs: number, untilMs: number): void {
    this.readings++;
    this.indexes.add(index);
    // Neighbouring readings are mostly of one sensor.
    const last = this.bySensor.at(-1);
    if (last !== undefined && last[0] === sensorId) last[1]++;
    else this.bySensor.push([sensorId, 1]);
    if (this.first.length < describedMax)
      this.first.push({ index, sensorId, value, seconds, micros, matchedMs, untilMs });
  }
}

/**
 * Looks up every reading under the cursor, and remembers as pending those that are new. Null where all are. `recalledMs` has, by the
 * place in the frame, when a reading arrived that the memory has forgotten and the store has.
 */
export function findDuplicates(
  cursor: FrameCursor,
  memory: IdentityMemory,
  recalledMs: Float64Array | null,
): FoundDuplicates | null {
  const { arrivalMs } = cursor;
  const isLong = cursor.readings >= longFrame;
  let found: FoundDuplicates | null = null;
  if (cursor.isDense && isLong && recalledMs === null) cursor.skipTo(rememberNew(cursor, memory));
  while (cursor.next()) {
    const { sensorId, value, seconds, micros } = cursor;
    const recalled = recalledMs === null ? 0 : recalledMs[cursor.index]!;
    if (recalled > 0) {
      found ??= new FoundDuplicates();
      found.add(cursor, recalled, recalled + memory.windowMs(seconds));
      continue;
    }
    const verdict = isLong
      ? memory.rememberNext(sensorId, value, seconds, micros, arrivalMs)
      : memory.remember(sensorId, value, seconds, micros, arrivalMs);
    if (verdict === verdicts.fresh) continue;
    found ??= new FoundDuplicates();
    found.add(cursor, memory.matchedMs, memory.matchedMs + memory.windowMs(seconds));
    if (verdict === verdicts.pendingDuplicate) found.waitsForPending = true;
  }
  return found;
}

/**
 * Remembers the readings of a dense frame up to the first that is not new, whose place it returns. Nearly all buffers are new
 * as a whole, and the general loop takes longer.
 */
function rememberNew(cursor: FrameCursor, memory: IdentityMemory): number {
  const { doubles, denseStart, sensorId, readings, arrivalMs } = cursor;
  for (let index = 0; index < readings; index++) {
    const at = denseStart + index * 2;
    const atUs = doubles[at + 1]!;
    const seconds = Math.floor(atUs / 1e6);
    const micros = atUs - seconds * 1e6;
    const verdict = memory.rememberNext(sensorId, doubles[at]!, seconds, micros, arrivalMs);
    if (verdict !== verdicts.fresh) return index;
  }
  return readings;
}
