import type { Position } from "../queue/position.ts";
import type { Stretch } from "../queue/stretch.ts";

/**
 * Where chains save readings of one partition. Positions are of that partition, and one of another is refused with
 * UnknownPartitionError.
 *
 * Promises: there is one of each (sensor, time, value); saving it again changes nothing. A batch is everything between `begin`
 * and `commit`: its rows, its side records and the queue position it brings the store to become visible together or
 * not at all. `commit` refuses a batch that does not continue from the stored position, so two processors cannot both
 * settle the same entry.
 * Does not promise: that a committed batch survives a power cut before `sync` said so. The queue keeps what comes after
 * `durablePosition`, so a lost batch is simply processed again.
 */
export interface ReadingStore {
  progress(): PartitionProgress;
  begin(): void;
  /** Hot: once per saved reading. `deviceSeconds` is -1 where the device sent no time; `metadata` "" for none. */
  save(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void;
  /** As `save` of each reading in turn, in less time. All of them were received together. The stretch must stay as it is until they are written. */
  saveStretch(sensorId: number, stretch: Stretch, receivedUs: number): void;
  /** How many readings wait to be written; the next one that is saved has this place among them. */
  readonly saves: number;
  /** Writes what was saved, and tells which of it was there already, by its place. Places begin anew then. */
  alreadyStored(): readonly number[];
  battery(deviceId: number, receivedUs: number, volts: number): void;
  connected(connections: readonly Connection[]): void;
  /** Ends the batch; throws StalePositionError, with nothing changed, when `from` is not the stored position. */
  commit(from: Position, to: Position, counts: SettledCounts): void;
  rollback(): void;
  /** Batches committed within the work survive a power cut without a `sync`: for readings that no queue has. */
  durably<T>(work: () => T): T;
  /** Makes everything committed so far survive a power cut, as far as readers let it; returns the durable position. */
  sync(): Position;
  close(): void;
}

export interface SettledCounts {
  /** Readings of which a save step wrote a row. */
  saved: number;
  /** Readings that a save step took, and the store had already. */
  alreadyStored: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  ended: number;
  dead: number;
}

/** How far a partition is settled, and what became of its readings. */
export interface PartitionProgress extends Readonly<SettledCounts> {
  readonly position: Position;
}

/** Somebody else has settled these entries already. */
export class StalePositionError extends Error {
  readonly code = "stale_position";
}

/** `rhythm` replaces what was noted of how often the device sends; without it that stays. */
export type Connection = readonly [deviceId: number, lastConnectedMs: number, rhythm?: string | null];
