import type { DropReason } from "@weir/protocol/drop-reasons";
import type { Position } from "../queue/position.ts";

/**
 * What became of all readings since the installation was created.
 *
 * Promises: accepted and settled readings, and both positions, are committed with what they count, so they are exact after
 * a crash. The counts of one answer belong together: nothing is settled in it that is not accepted, and every accepted
 * reading is settled or in the gap. Whatever was accepted before the question is in the answer.
 *
 * May be behind: settled readings, by the batches whose report is under way. While nobody who accepts readings can be
 * asked, the answer is what was committed.
 *
 * Told, and not promised: duplicates and rejected readings. They are written at most a second after they were counted, and
 * a crash loses those that were not. There are never more of them than were counted.
 */
export interface Counters {
  read(): Promise<Counts>;
}

export interface Counts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Partial<Record<DropReason, number>>;
  /** Readings that a save step wrote to the store. */
  readonly saved: number;
  /** Readings that a save step took, and the store had already. */
  readonly alreadyStored: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  readonly ended: number;
  readonly dead: number;
  /** Bytes of accepted readings that wait for the processor. */
  readonly queueBytes: number;
  /** Accepted readings that are not settled: neither saved nor already stored, not ended, not dead. */
  readonly gap: number;
  /** How far the queue has grown. */
  readonly lastPosition: Position;
  /** How far the processor has come. What it has parked for a later turn is behind this position, and in the gap. */
  readonly settledPosition: Position;
}

/**
 * Takes counts of what the queue does not hold, by the name of the counter. Told and not promised, as above; nothing is
 * waited for, because it is called for requests of devices.
 */
export interface CountTaker {
  count(counter: string, by: number): void;
}
