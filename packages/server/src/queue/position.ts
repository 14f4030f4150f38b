/**
 * An entry's place in the queue. Positions are comparable within their partition, by `isReached`, and opaque otherwise: a
 * sequence only grows, but what it counts is the adapter's business. All readings of a device are in one partition, in order.
 *
 * A batch belongs to one partition and stores it once. Within a batch, readings and frames have sequences, which are plain
 * numbers, so that no object is needed per reading. Everything that leaves the batch carries a full position.
 */
export interface Position {
  readonly partition: number;
  readonly sequence: number;
}

/** The partition of an installation that has only one. */
export const onlyPartition = 0;

/** Returns the partition that holds all readings of a device, out of this many partitions. */
export function partitionOfDevice(deviceId: number, partitions: number): number {
  return deviceId % partitions;
}

/** Returns the place of a device's readings, out of a position in a log that all partitions share. */
export function positionOfDevice(position: Position, deviceId: number, partitions: number): Position {
  return { ...position, partition: partitionOfDevice(deviceId, partitions) };
}

/** The position before the first entry of a partition. */
export function startOf(partition: number): Position {
  return { partition, sequence: 0 };
}

/** Makes a position from two stored or received numbers, or null if they stand for no entry. */
export function positionFrom(partition: number, sequence: number): Position | null {
  return sequence === 0 ? null : { partition, sequence };
}

/** Returns whether a reader at `by` has passed the entry at `asked`. */
export function isReached(asked: Position, by: Position): boolean {
  return asked.partition === by.partition && isSequenceReached(asked.sequence, by.sequence);
}

/** Like `isReached`, for sequences within a batch. */
export function isSequenceReached(asked: number, by: number): boolean {
  return asked <= by;
}

/** For adapters that have one partition: the sequence of a position in it. */
export function sequenceInOnly({ partition, sequence }: Position): number {
  assertOnly(partition);
  return sequence;
}

/** For adapters that have one partition. A caller that asks for another partition is connected to the wrong adapter. */
export function assertOnly(partition: number): void {
  if (partition !== onlyPartition)
    throw new UnknownPartitionError(`There is no partition ${partition} here.`);
}

export class UnknownPartitionError extends Error {
  readonly code = "unknown_partition";
}

/** What a writer was acknowledged in a partition, up to and including an entry. Left out by earlier versions. */
export interface EntryTotals {
  readonly entries?: number;
  readonly readings?: number;
}
