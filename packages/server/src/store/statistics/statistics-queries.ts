import type { RefusedCounts } from "@weir/protocol/request-reasons";
import type { Tally } from "./counted-readings.ts";

/**
 * Answers people's questions about counts. It reads beside the processor and changes nothing.
 *
 * Promises: an account's numbers are its own; a device belongs to one account, and the caller has checked that.
 * Adjacent ranges add up to the range that covers them. A fine slot counts where it begins, and an hour is spread
 * evenly over its length, so buckets shorter than a slot are no more exact than one of its length. Accepted readings
 * are the sum of saved, already stored, ended and dead ones, also in a share of an hour. Each answer is a snapshot of
 * one moment. Does not promise that counts include the last seconds: the processor writes them every second, or every
 * ten. Nor that two answers are of the same moment: figures that must agree belong into one question.
 */
export interface StatisticsQueries {
  /** The tally of a scope from `fromMs` (inclusive) to `toMs` (exclusive), as far as it is kept. */
  total(scope: StatisticsScope, fromMs: number, toMs: number): Promise<Tally>;
  /** The tally of each bucket. Edges ascend, and a bucket lies between two of them. */
  series(scope: StatisticsScope, edgesMs: readonly number[]): Promise<Tally[]>;
  /** Requests of an account that were refused as a whole in that time, by reason. */
  refused(accountId: number, fromMs: number, toMs: number): Promise<RefusedCounts>;
  /**
   * Accepted readings per minute, averaged over the last five minutes, so that the devices add up to their account. Of
   * a slot that began before these five minutes, the part within them counts in proportion.
   */
  perMinute(scope: StatisticsScope, nowMs: number): Promise<number>;
  /** `perMinute` of many devices at once, for lists. Devices without readings are left out. */
  perMinuteOf(deviceIds: readonly number[], nowMs: number): Promise<Map<number, number>>;
  /**
   * Accepted readings of many devices, bucket by bucket, for the small charts in lists. Devices without readings are
   * left out.
   */
  acceptedOf(deviceIds: readonly number[], edgesMs: readonly number[]): Promise<Map<number, number[]>>;
  close(): Promise<void>;
}

/** All accounts, one of them, one of its devices, or a sensor of a device. */
export type StatisticsScope =
  | { readonly accountId: "all" }
  | { readonly accountId: number }
  | { readonly deviceId: number }
  | { readonly deviceId: number; readonly sensorId: number };

/** The length of fine slots: of accounts, and of sensors and devices. */
export const slotMs = { account: 60_000, sensor: 300_000 } as const;

const hourMs = 3_600_000;
/** A question about the last day takes a while to arrive, and the asking clock may be slow. */
const lateMs = 600_000;

/** How long fine slots are kept: a day for accounts, six hours for sensors, plus the time by which a question may be late. */
export const fineForMs = { account: 24 * hourMs + lateMs, sensor: 6 * hourMs + lateMs } as const;
