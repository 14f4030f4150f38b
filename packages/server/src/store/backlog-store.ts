import type { Position } from "../queue/position.ts";

/**
 * Readings that wait for their account's next turn, a line for each account.
 *
 * Promises: all of it belongs to the batch that `ReadingStore.begin` opened, so the position moves past a frame in the
 * very transaction that parks it, and a frame leaves in the transaction that settles the last of its readings. A line keeps
 * the order in which frames were parked.
 */
export interface BacklogStore {
  /** Of each account that has one. */
  backlogs(): Backlog[];
  /** Puts a frame at the end of its account's line. */
  park(frame: ParkedFrame): void;
  /** The first frames of an account's line: at least one if there is one, then until `bytesMax` is reached. */
  first(accountId: number, bytesMax: number): KeptFrame[];
  /** Only these readings of the frame are still to be settled. */
  keep(id: number, due: Uint8Array, readings: number): void;
  remove(id: number): void;
}

export interface Backlog {
  readonly accountId: number;
  /** That of the first entry in the line. */
  readonly position: Position;
  readonly readings: number;
  readonly bytes: number;
}

/** The readings of one request, packed as the queue has them. */
export interface ParkedFrame {
  readonly accountId: number;
  readonly deviceId: number;
  /** That of its entry in the queue, and the place of its first reading among those of the entry. */
  readonly position: Position;
  readonly firstOrdinal: number;
  /** How many are to be settled. */
  readonly readings: number;
  /** One byte for each reading of the frame, 1 where it is to be settled; null where all are. */
  readonly due: Uint8Array | null;
  readonly data: Uint8Array;
}

export interface KeptFrame extends ParkedFrame {
  readonly id: number;
}
