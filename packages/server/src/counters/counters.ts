import type { DropReason } from "@weir/protocol/drop-reasons";
import type { Position } from "../queue/position.ts";

/**
 * Counts the outcomes of all readings since the installation was created.
 *
 * Promises: the counts of accepted and settled readings, and both positions, are committed together with the readings, so
 * they are exact after a crash. The counts of one answer are consistent: every settled reading is also counted as
 * accepted, and every accepted reading is either settled or in the gap. An answer includes every reading that was accepted
 * before the question.
 *
 * May lag: the count of settled readings lacks batches whose report is still on its way. While no ingest process can be
 * asked, the answer is what was last committed.
 *
 * Best effort: duplicates and rejected readings. They are written at most a second after they are counted, and a crash
 * loses the ones not yet written. The counts are never too high.
 */
export interface Counters {
  read(): Promise<Counts>;
}

/**
 * `accepted`, `queueBytes`, `gap` and `lastPosition` are null while the queue of a cluster cannot be asked: only what is
 * settled is known then.
 */
export interface Counts {
  readonly accepted: number | null;
  readonly duplicates: number;
  readonly rejected: Partial<Record<DropReason, number>>;
  /** Readings that a save step wrote to the store. */
  readonly saved: number;
  /** Readings that reached a save step but were already in the store. */
  readonly alreadyStored: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  readonly ended: number;
  readonly dead: number;
  /** Bytes of accepted readings that wait for the processor. */
  readonly queueBytes: number | null;
  /** Accepted readings that are not settled: neither saved nor already stored, ended or dead. */
  readonly gap: number | null;
  /** How far the queue has grown. */
  readonly lastPosition: Position | null;
  /** How far the processor has come. Readings parked for a later turn lie before this position and count in the gap. */
  readonly settledPosition: Position;
}
