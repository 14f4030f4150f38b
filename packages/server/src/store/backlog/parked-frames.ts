import type { Position } from "../../queue/position.ts";

/**
 * Readings that wait for the next turn of their account, in one line per account. The position moves past a frame in the
 * transaction that parks it, and a frame leaves in the transaction that settles its last reading. A line keeps the order
 * in which frames were parked.
 */
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
