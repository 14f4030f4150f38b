import { type EntryTotals, isSequenceReached, type Position } from "../queue/position.ts";

export interface SettledCounts {
  /** Readings that a save step stored. */
  saved: number;
  /** Readings that a save step took although the store had them already. */
  alreadyStored: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  ended: number;
  dead: number;
}

/** How far a partition is settled, and what became of its readings. */
export interface PartitionProgress extends Readonly<SettledCounts> {
  readonly position: Position;
}

/** What has become of the readings of all partitions of one log. The position is that of the slowest of them. */
export function progressOfAll(partitions: readonly PartitionProgress[]): PartitionProgress {
  return partitions.reduce((sum, one) => ({
    position: slowestOf(sum.position, one.position),
    saved: sum.saved + one.saved,
    alreadyStored: sum.alreadyStored + one.alreadyStored,
    ended: sum.ended + one.ended,
    dead: sum.dead + one.dead,
  }));
}

/** The slower one of two partitions of one log, as a position of the first of them. */
export function slowestOf(first: Position, other: Position): Position {
  return isSequenceReached(other.sequence, first.sequence) ? { ...other, partition: first.partition } : first;
}

/** The last settled entry of each writer of a partition, by writer. */
export type LastEntries = ReadonlyMap<string, LastEntry>;

export interface LastEntry extends EntryTotals {
  readonly number: number;
  readonly appendedMs: number;
}

/** Entries that the queue has acknowledged and lost. */
export interface QueueLoss {
  /** Where the last of them was; null if that is not known. */
  readonly position: Position | null;
  readonly entries: number;
  /** Null if their number is not known. */
  readonly readings: number | null;
}

/** Thrown when somebody else has settled these entries already. */
export class StalePositionError extends Error {
  readonly code = "stale_position";
}

/** `rhythm` replaces the recorded sending rhythm of the device; without it, the recorded one stays. */
export type Connection = readonly [deviceId: number, lastConnectedMs: number, rhythm?: string | null];
