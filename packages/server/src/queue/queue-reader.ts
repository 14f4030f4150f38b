import type { Position } from "./position.ts";

/**
 * The entries of the queue, as the processor reads them.
 *
 * Promises: the entries of a partition come in the order of their appends, without gaps, and only after a power cut can no
 * longer lose them. Reading again from the same position returns the same entries.
 * Does not promise: that durably settled entries are still there. Call `hasForgotten` when reading from the start.
 */
export interface QueueReader {
  /** The entries after a position (null: from the start): at least one if there is one, then until `bytesMax` is reached. */
  read(partition: number, after: Position | null, bytesMax: number): Promise<readonly QueueEntry[]>;
  /** Whether the partition once had entries before those that can be read. */
  hasForgotten(partition: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A group of frames that were appended together. */
export interface QueueEntry {
  readonly position: Position;
  readonly readings: number;
  readonly appendedMs: number;
  readonly data: Uint8Array;
}
