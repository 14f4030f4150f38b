import type { EntryTotals, Position } from "./position.ts";

/**
 * Reads the entries of the queue for the processor.
 *
 * Promises: the entries of a partition come in the order of their appends, without gaps, and only after a power cut can
 * no longer lose them. Reading again from the same position returns the same entries. Does not promise that durably
 * settled entries are still there. Call `hasForgotten` when reading from the start.
 */
export interface QueueReader {
  /**
   * Resolves to the entries after a position (null: from the start): at least one if there is any, then more up to
   * `bytesMax`.
   */
  read(partition: number, after: Position | null, bytesMax: number): Promise<readonly QueueEntry[]>;
  /**
   * Resolves to the entry at a position, or null. Only where copies of the queue may lack entries, and then from the
   * copy that counts.
   */
  readAt?(position: Position): Promise<QueueEntry | null>;
  /** Resolves to whether the partition once had entries before those that can be read. */
  hasForgotten(partition: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A group of frames that were appended together. */
export interface QueueEntry {
  readonly position: Position;
  readonly readings: number;
  readonly appendedMs: number;
  readonly data: Uint8Array;
  /** Left out if the queue never holds an entry twice. */
  readonly origin?: EntryOrigin;
}

/** The writer of an entry and its number. The numbers of a writer grow within a partition, and no two of its entries share one. */
export interface EntryOrigin {
  readonly writer: string;
  readonly number: number;
  /** The entry of the same writer and partition that was acknowledged before. Left out for the first one. */
  readonly previous?: EntryTotals & { readonly number: number; readonly sequence: number };
}
