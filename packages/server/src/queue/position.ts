/**
 * An entry's place in the queue. Positions are comparable within their partition, by `isReached`, and opaque otherwise: a
 * sequence only grows, but what it counts is the adapter's business. All readings of a device are in one partition, in order.
 *
 * A batch is of one partition, so it says that once: within a batch, readings and frames have sequences, which are plain
 * numbers, and no reading costs an object. Whatever leaves the batch leaves with its position.
 */
export interface Position {
  readonly partition: number;
  readonly sequence: number;
}

/** The partition of an installation that has only one. */
export const onlyPartition = 0;

/** The partition that holds all readings of a device, where there are so many. */
export function partitionOfDevice(deviceId: number, partitions: number): number {
  return deviceId % partitions;
}

/** Before the first entry of a partition. */
export function startOf(partition: number): Position {
  return { partition, sequence: 0 };
}

/** From two numbers, as they are stored and sent: null where they say that there is no entry. */
export function positionFrom(partition: number, sequence: number): Position | null {
  return sequence === 0 ? null : { partition, sequence };
}

/** Whether somebody who has come as far as `by` has passed the entry at `asked`. */
export function isReached(asked: Position, by: Position): boolean {
  return asked.partition === by.partition && isSequenceReached(asked.sequence, by.sequence);
}

/** The same of sequences, within a batch. */
export function isSequenceReached(asked: number, by: number): boolean {
  return asked <= by;
}

/** For adapters that have one partition: the sequence of a position in it. */
export function sequenceInOnly({ partition, sequence }: Position): number {
  assertOnly(partition);
  return sequence;
}

/** For adapters that have one partition: somebody who asks for another is connected to the wrong one. */
export function assertOnly(partition: number): void {
  if (partition !== onlyPartition)
    throw new UnknownPartitionError(`There is no partition ${partition} here.`);
}

export class UnknownPartitionError extends Error {
  readonly code = "unknown_partition";
}
