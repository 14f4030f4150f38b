import type { ActivityRecord, RejectedReading } from "../activity/activity-record.ts";

/**
 * Where the last requests of devices are kept, and rejected readings that somebody may want to submit again.
 *
 * Promises: of each device the newest requests, up to a limit, and in all no more than another limit, past which the
 * oldest of all give way. The same for rejected readings, which also have a limit for each account, and past the limit of all, those of the account
 * that has the most give way. Belongs to the batch that `ReadingStore.begin` opened.
 * Does not promise: that what is past the limit of a device is gone at once. It goes when the store tidies up.
 */
export interface ActivityStore {
  /** At least the newest `perDevice` of each device stay; returns about how many bytes it wrote. */
  keep(records: readonly ActivityRecord[], perDevice: number): number;
  /** How far the clock of a device was behind, as its request that arrived then showed it. */
  clockOffset(deviceId: number, offsetMs: number, arrivalMs: number): void;
  /** A request of the device was refused then, or a reading of it rejected. The last time counts, in whatever order told. */
  troubled(deviceId: number, atMs: number): void;
  quarantine(readings: readonly RejectedReading[]): void;
  /** Returns how many of them there were in the account. */
  releaseQuarantined(accountId: number, ids: readonly number[]): number;
  /** Those that something is kept for. */
  devices(): Set<number>;
  forgetDevice(deviceId: number): void;
}
