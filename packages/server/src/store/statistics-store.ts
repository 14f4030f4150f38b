import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { RefusedRequests } from "../activity/activity-record.ts";

/**
 * What is counted of readings, and of requests that were refused as a whole, in slots of time.
 *
 * Promises: a reading is counted once, as what became of it when the processor took it from the queue. Fine slots become
 * hours when they are old, hours go when they are very old; both also when there are too many, so that the size is
 * bounded however large the fleet is.
 * Does not count: imports straight into the store, which were not accepted; what a replay makes of a dead letter, which
 * stays counted as dead in the slot where it died; entries of the queue that nobody could read, which are of no account.
 */
export interface StatisticsStore {
  /**
   * Adds to the slot that `nowMs` is in: of the sensor, and of its account. Belongs to the batch that
   * `ReadingStore.begin` opened.
   */
  add(counts: readonly CountedReadings[], nowMs: number): void;
  /** The same of requests, which only accounts are counted for. */
  addRefused(requests: readonly RefusedRequests[], nowMs: number): void;
  /** Between batches: makes old slots hours, or removes them, a portion at a time; returns whether there may be more. */
  tidy(nowMs: number): boolean;
}

export interface CountedReadings extends Tally {
  readonly accountId: number;
  readonly deviceId: number;
  /** 0 where it is not known which sensor was meant. */
  readonly sensorId: number;
}

export interface Tally {
  /** Taken from the queue by the processor. */
  readonly accepted: number;
  readonly saved: number;
  /** Would have been saved, and the store had them already. */
  readonly alreadyStored: number;
  readonly ended: number;
  readonly dead: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts;
}
