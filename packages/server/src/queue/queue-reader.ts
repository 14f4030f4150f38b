import type { Position } from "./position.ts";

/**
 * The entries of the queue, as the processor reads them.
 *
 * Promises: entries of a partition come in the order of their appends, without holes, and only those that a power cut
 * cannot take any more. Reading again from the same position gives the same entries.
 * Does not promise: that entries which are durably settled are still there. Whoever reads from the start asks
 * `hasForgotten`.
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
