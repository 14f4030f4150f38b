import type { EntryTotals, Position } from "../queue/position.ts";

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
