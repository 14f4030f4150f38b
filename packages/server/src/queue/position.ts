/**
 * An entry's place in the queue. Positions are comparable within their partition, by `isReached`, and opaque otherwise: a
 * sequence only grows, but what it counts is the adapter's business. All readings of a device are in one partition, in order.
 */
export interface Position {
  readonly partition: number;
  readonly sequence: number;
}

/** The partition of an installation that has only one. */
export const onlyPartition = 0;

/** Before the first entry of a partition. */
export function startOf(partition: number): Position {
  return { partition, sequence: 0 };
}

/** Whether somebody who has come as far as `by` has passed the entry at `asked`. */
export function isReached(asked: Position, by: Position): boolean {
  return asked.partition === by.partition && asked.sequence <= by.sequence;
}
