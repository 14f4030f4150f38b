import type { Position } from "../queue/position.ts";
import type { Stretch } from "../queue/stretch.ts";

/**
 * Saves the readings of one partition. A position of another partition is refused with UnknownPartitionError.
 *
 * Promises: each (sensor, time, value) is stored once; saving it again changes nothing. A batch is everything between
 * `begin` and `commit`: its rows, its side records and the queue position that it brings the store to become visible
 * together or not at all. `commit` refuses a batch that does not continue from the stored position, so two processors
 * cannot both settle the same entry. Does not promise that a committed batch survives a power cut before `sync` has
 * said so. The queue keeps everything after `durablePosition`, so a lost batch is processed again.
 */
export interface ReadingStore {
  progress(): PartitionProgress;
  begin(): void;
  /** Hot: called once per saved reading. `deviceSeconds` is -1 if the device sent no time; `metadata` is "" for none. */
  save(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void;
  /**
   * Saves each reading of the stretch in turn, faster than `save` would. All of them were received together. The caller
   * must not change the stretch until it is written.
   */
  saveStretch(sensorId: number, stretch: Stretch, receivedUs: number): void;
  /** How many readings wait to be written. The next saved reading gets this place among them. */
  readonly saves: number;
  /** Writes the saved readings and returns the places of those that were stored already. Places start again from 0. */
  alreadyStored(): readonly number[];
  battery(deviceId: number, receivedUs: number, volts: number): void;
  connected(connections: readonly Connection[]): void;
  /** Ends the batch. Throws StalePositionError, and changes nothing, if `from` is not the stored position. */
  commit(from: Position, to: Position, counts: SettledCounts): void;
  rollback(): void;
  /** Batches that `work` commits survive a power cut without a `sync`. For readings that are in no queue. */
  durably<T>(work: () => T): T;
  /** Makes everything committed so far survive a power cut, as far as open readers allow. Returns the durable position. */
  sync(): Position;
  close(): void;
}

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

/** Thrown when somebody else has settled these entries already. */
export class StalePositionError extends Error {
  readonly code = "stale_position";
}

/** `rhythm` replaces the recorded sending rhythm of the device; without it, the recorded one stays. */
export type Connection = readonly [deviceId: number, lastConnectedMs: number, rhythm?: string | null];
