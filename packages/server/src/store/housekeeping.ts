/**
 * Tidies the store for the owner of a partition, in small portions between batches: files rows by sensor, merges them
 * into blocks, packs small blocks into large ones, deletes what is too old, and makes statistics coarser.
 *
 * Promises: each step is done as a whole or not at all. A step is refused with OwnershipLostError, and changes nothing,
 * when another process has taken the partition since `epoch`. A process that stops in the middle leaves only complete
 * steps behind. Filing, merging, packing and coarsening change no answer about readings. Faults of the engine are StoreFault.
 */
export interface Housekeeping {
  /** Whether enough rows are staged for filing to pay off, or a pass is under way. */
  isFilingDue(): Promise<boolean>;
  /**
   * Files some of the staged rows. Resolves to whether the pass continues. A pass covers the rows that were staged when
   * it began.
   */
  fileRows(epoch: number): Promise<boolean>;
  /** The next sensor with filed rows, or null. */
  sensorWithRowsAfter(sensorId: number): Promise<number | null>;
  /** Merges the oldest rows of a range into blocks. Resolves to null if there is nothing to merge now. */
  mergeRows(rows: MergeableRows, epoch: number): Promise<MergeStep | null>;
  /** The next sensor with blocks that may be packed, or null. */
  sensorWithSmallBlocksAfter(sensorId: number): Promise<number | null>;
  /** Packs small blocks of a sensor that end at `fromUs` or later into a large one. Resolves to null if there are none. */
  packBlocks(sensorId: number, fromUs: number, epoch: number): Promise<MergeStep | null>;
  /** Frees some of the space that rows took. Resolves to whether there is more to free. */
  releaseSpace(epoch: number): Promise<boolean>;
  /** Deletes at most `max` readings of a sensor. Resolves to how many; fewer than `max` only if none are left. */
  removeSensor(sensorId: number, max: number, epoch: number): Promise<number>;
  /** Deletes readings of a sensor within a range of time, like `removeSensor`. */
  removeRange(range: ReadingRange, epoch: number): Promise<number>;
  /** The next device with battery levels, or null. */
  deviceWithLevelsAfter(deviceId: number): Promise<number | null>;
  /** Deletes old battery levels of a device. Resolves to how many; fewer than `max` only if none are left. */
  removeLevels(levels: OldLevels, epoch: number): Promise<number>;
  /** Deletes at most `max` rows of statistics of these devices. Resolves to how many; fewer than `max` only if none are left. */
  removeStatistics(deviceIds: readonly number[], max: number, epoch: number): Promise<number>;
  /**
   * Deletes dead letters, messages and errors of nodes that are about these devices and sensors. Resolves to how many; fewer than
   * `max` only if none are left.
   */
  removeRecords(records: RecordsOfDevices, epoch: number): Promise<number>;
  /**
   * Deletes what is stored of an account besides what its devices have: statistics, dead letters, messages, alarms and
   * rejected readings. Each owner deletes its part, and the owner of partition 0 what has no partition. Parked readings are
   * left to be settled. Resolves to the number of rows; fewer than `max` only if none are left.
   */
  removeAccount(accountId: number, max: number, epoch: number): Promise<number>;
  /** Merges old slots into hours, or deletes them. Resolves to whether there may be more. */
  tidyStatistics(nowMs: number, epoch: number): Promise<boolean>;
}

export interface MergeableRows {
  readonly sensorId: number;
  readonly fromUs: number;
  /** The last rows of a sensor are merged too if it has received nothing since this time. */
  readonly quietSinceUs: number;
}

export interface MergeStep {
  /** How many readings were merged from rows, or packed from small blocks. */
  readonly merged: number;
  /** The time from which to continue with this sensor. */
  readonly nextUs: number;
}

/** Readings of a sensor from one time (inclusive) to another (exclusive). */
export interface ReadingRange {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly max: number;
}

export interface RecordsOfDevices {
  readonly deviceIds: readonly number[];
  readonly sensorIds: readonly number[];
  readonly max: number;
}

export interface OldLevels {
  readonly deviceId: number;
  readonly beforeUs: number;
  readonly max: number;
}
