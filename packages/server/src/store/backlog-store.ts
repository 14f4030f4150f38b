import type { Position } from "../queue/position.ts";

/**
 * Keeps readings that wait for the next turn of their account, in one line per account.
 *
 * Promises: every change belongs to the batch that `ReadingStore.begin` opened. So the position moves past a frame in
 * the transaction that parks it, and a frame leaves in the transaction that settles its last reading. A line keeps the
 * order in which frames were parked.
 */
export interface BacklogStore {
  /** The backlogs of all accounts that have one. */
  backlogs(): Backlog[];
  /** Appends a frame to the line of its account. */
  park(frame: ParkedFrame): void;
  /** The first frames in the line of an account: at least one if there is any, then more up to `bytesMax`. */
  first(accountId: number, bytesMax: number): KeptFrame[];
  /** Marks which readings of the frame are still to be settled. */
  keep(id: number, due: Uint8Array, readings: number): void;
  remove(id: number): void;
}

export interface Backlog {
  readonly accountId: number;
  /** The position of the first entry in the line. */
  readonly position: Position;
  readonly readings: number;
  readonly bytes: number;
}

/** The readings of one request, packed as the queue has them. */
export interface ParkedFrame {
  readonly accountId: number;
  readonly deviceId: number;
  /** The position of the frame's entry in the queue, and the index of the frame's first reading in that entry. */
  readonly position: Position;
  readonly firstOrdinal: number;
  /** How many readings of the frame are to be settled. */
  readonly readings: number;
  /** One byte per reading of the frame: 1 if it is to be settled. Null if all of them are. */
  readonly due: Uint8Array | null;
  readonly data: Uint8Array;
}

export interface KeptFrame extends ParkedFrame {
  readonly id: number;
}
