import type { RefusedCounts } from "@weir/protocol/request-reasons";
import type { Tally } from "./statistics-store.ts";

/**
 * What people may ask of counts. Reads beside the processor and changes nothing.
 *
 * Promises: an account's numbers are its own; a device belongs to one account, and whoever asks has found it there.
 * Ranges that follow on each other come to the same as all of them together. A fine slot counts where it begins, and a
 * slot that has become an hour is spread evenly over it, so buckets shorter than a slot say no more than one of its length.
 * What was accepted was saved, was already stored, has ended or is dead, also in a share of an hour. Each answer is of one moment.
 * Does not promise: that counts include the last moment. The processor writes them every second, or every ten. Nor that two
 * answers are of the same moment: figures that must agree belong into one question.
 */
export interface StatisticsQueries {
  /** What a scope comes to from `fromMs` (inclusive) to `toMs` (exclusive), as far as it is kept. */
  total(scope: StatisticsScope, fromMs: number, toMs: number): Promise<Tally>;
  /** The same bucket by bucket; edges ascend, and one bucket lies between two of them. */
  series(scope: StatisticsScope, edgesMs: readonly number[]): Promise<Tally[]>;
  /** What requests of an account were refused for as a whole, in that time. */
  refused(accountId: number, fromMs: number, toMs: number): Promise<RefusedCounts>;
  /**
   * Accepted readings a minute, as a mean of the last five minutes, so that devices come to the same as their account. Of
   * the slot of five minutes that has begun before them the part that is in them is taken to be even.
   */
  perMinute(scope: StatisticsScope, nowMs: number): Promise<number>;
  /** The same of many devices at once, for lists. Those without readings are left out. */
  perMinuteOf(deviceIds: readonly number[], nowMs: number): Promise<Map<number, number>>;
  /** Accepted readings of many devices, bucket by bucket, for the small curves of lists. Those without are left out. */
  acceptedOf(deviceIds: readonly number[], edgesMs: readonly number[]): Promise<Map<number, number[]>>;
  close(): Promise<void>;
}

/** All accounts, one of them, one of its devices, or a sensor of a device. */
export type StatisticsScope =
  | { readonly accountId: "all" }
  | { readonly accountId: number }
  | { readonly deviceId: number }
  | { readonly deviceId: number; readonly sensorId: number };

/** How long fine slots are: of accounts, and of sensors and so of devices. */
export const slotMs = { account: 60_000, sensor: 300_000 } as const;

const hourMs = 3_600_000;
/** A question for the last day takes a while to arrive, and may be asked by a clock that is slow. */
const lateMs = 600_000;

/** For how long there are fine slots: a day, and six hours, and for as much longer as whoever asks may be late. */
export const fineForMs = { account: 24 * hourMs + lateMs, sensor: 6 * hourMs + lateMs } as const;
