import type { Position } from "../../queue/position.ts";
import { column, fieldsOf, type RecordOf } from "../engine/record-columns.ts";

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

/** The columns of a parked frame besides its id: the readings of one request, packed as the queue has them. */
export const frameColumns = {
  accountId: column.integer,
  deviceId: column.integer,
  /** The sequence of the frame's entry in its partition, and the index of the frame's first reading in that entry. */
  position: column.integer,
  firstOrdinal: column.integer,
  /** How many readings of the frame are to be settled. */
  readings: column.integer,
  bytes: column.integer,
  /** One byte per reading of the frame: 1 if it is to be settled. Null if all of them are. */
  due: column.bytesOrNull,
  data: column.bytes,
};

type FrameRow = RecordOf<typeof frameColumns>;

export const frameFields = fieldsOf(frameColumns);

export interface ParkedFrame extends Omit<FrameRow, "position" | "bytes"> {
  readonly position: Position;
}

export interface KeptFrame extends ParkedFrame {
  readonly id: number;
}

export function frameRow(frame: ParkedFrame): FrameRow {
  return { ...frame, position: frame.position.sequence, bytes: frame.data.length };
}
