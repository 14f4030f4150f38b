import type { RejectedCounts } from "@weir/protocol/drop-reasons";

/**
 * Readings of a sensor, counted in slots of time.
 *
 * Promises: a reading is counted once, by what became of it when the processor took it from the queue. Fine slots are
 * merged into hours when they are old, and hours are deleted when they are very old. Both also happen when there are
 * too many, so the size is bounded however large the fleet is. Does not count: imports straight into the store, which
 * were not accepted; replayed dead letters, which stay counted as dead in the slot where they died; unreadable queue
 * entries, which belong to no account.
 */
export interface CountedReadings extends Tally {
  readonly accountId: number;
  readonly deviceId: number;
  /** 0 if it is unknown which sensor was meant. */
  readonly sensorId: number;
}

export interface Tally {
  /** Taken from the queue by the processor. */
  readonly accepted: number;
  readonly saved: number;
  /** Readings that would have been saved, but the store had them already. */
  readonly alreadyStored: number;
  readonly ended: number;
  readonly dead: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts;
}
