/**
 * What the owner of a partition does to what is stored, between batches and a portion at a time: filing rows by sensor, merging them into blocks,
 * deleting, and making statistics smaller.
 *
 * Promises: each step is done as a whole or not at all. It is refused with OwnershipLostError, and nothing of it is done, when
 * somebody else has taken the partition since `epoch`. Whoever stops in the middle leaves whole steps behind. Filing, merging and
 * making statistics smaller change no answer to a question about readings. Faults of the engine are StoreFault.
 */
export interface Housekeeping {
  /** Whether enough rows are staged for filing them to pay, or a pass of it is under way. */
  isFilingDue(): Promise<boolean>;
  /** Files some of the rows that are staged; resolves to whether the pass goes on. It takes what is staged when it begins. */
  fileRows(epoch: number): Promise<boolean>;
  /** The next sensor that has filed readings in rows; null when there is none. */
  sensorWithRowsAfter(sensorId: number): Promise<number | null>;
  /** Merges the oldest rows of a range into blocks; null where there is nothing to do now. */
  mergeRows(rows: MergeableRows, epoch: number): Promise<MergeStep | null>;
  /** Gives back some of the space that rows took; resolves to whether there is more of it. */
  releaseSpace(epoch: number): Promise<boolean>;
  /** Deletes readings of a sensor, at most `max`; resolves to how many, fewer only when nothing is left. */
  removeSensor(sensorId: number, max: number, epoch: number): Promise<number>;
  /** The same of those in a range of time. */
  removeRange(range: ReadingRange, epoch: number): Promise<number>;
  /** The next device that has battery levels; null when there is none. */
  deviceWithLevelsAfter(deviceId: number): Promise<number | null>;
  /** Deletes old battery levels of a device; resolves to how many, fewer than `max` only when nothing is left. */
  removeLevels(levels: OldLevels, epoch: number): Promise<number>;
  /** Makes old slots hours, or removes them; resolves to whether there may be more of them. */
  tidyStatistics(nowMs: number, epoch: number): Promise<boolean>;
}

export interface MergeableRows {
  readonly sensorId: number;
  readonly fromUs: number;
  /** A sensor that received nothing since then gives up its last rows too. */
  readonly quietSinceUs: number;
}

export interface MergeStep {
  /** Readings that were rows before. */
  readonly merged: number;
  /** Where in the sensor's time to go on. */
  readonly nextUs: number;
}

/** Readings of a sensor from a time to before another. */
export interface ReadingRange {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
  readonly max: number;
}

export interface OldLevels {
  readonly deviceId: number;
  readonly beforeUs: number;
  readonly max: number;
}
