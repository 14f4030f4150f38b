import type { ActivityRecord, RejectedReading } from "../activity/activity-record.ts";

/**
 * Keeps the latest requests of devices, and rejected readings that somebody may want to submit again.
 *
 * Promises: the newest requests of each device stay, up to a limit per device and a limit for all; past the limit for
 * all, the oldest requests are deleted. Rejected readings have the same two limits and one per account; past the limit
 * for all, the account with the most rejected readings loses some. Writes belong to the batch that `ReadingStore.begin`
 * opened. Does not promise that requests past the limit of a device are deleted at once: they go when the store is
 * tidied.
 */
export interface ActivityStore {
  /** Keeps at least the newest `perDevice` requests of each device. Returns roughly how many bytes were written. */
  keep(records: readonly ActivityRecord[], perDevice: number): number;
  /** Records how far the clock of a device was behind, as the request that arrived at `arrivalMs` showed. */
  clockOffset(deviceId: number, offsetMs: number, arrivalMs: number): void;
  /**
   * Records that a request of the device was refused, or one of its readings rejected. The latest time is kept,
   * whatever the order of calls.
   */
  troubled(deviceId: number, atMs: number): void;
  quarantine(readings: readonly RejectedReading[]): void;
  /** Returns the number of these quarantined readings that the account had. */
  releaseQuarantined(accountId: number, ids: readonly number[]): number;
  /** Devices that have any stored activity. */
  devices(): Set<number>;
  forgetDevice(deviceId: number): void;
}
