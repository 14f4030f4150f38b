import type { ActivityRecord, RefusedRequests, RejectedReading } from "../../activity/activity-record.ts";
import type { Connection } from "../partition-progress.ts";
import type { CountedReadings } from "../statistics/counted-readings.ts";

/**
 * Writes the activity of devices for the owner of a partition, between batches of readings: their latest requests, and
 * rejected readings that somebody may want to submit again.
 *
 * Promises: each write is done as a whole or not at all. A write is refused with OwnershipLostError when another
 * process has taken the partition since `epoch`. Faults of the engine are StoreFault.
 *
 * The newest requests of each device stay, up to a limit per device and a limit for all; past the limit for all, tenants that
 * use more than their share of it lose their oldest requests. Rejected readings have the same two limits and one per account; past the limit for all,
 * the account with the most rejected readings loses some. Does not promise that requests past the limit of a device are
 * deleted at once: they go when the store is tidied.
 */
export interface ActivityKeeper {
  connected(connections: readonly Connection[], epoch: number): Promise<void>;
  keep(batch: ActivityBatch, epoch: number): Promise<void>;
  /** Resolves to the number of these quarantined readings that the account had. */
  releaseQuarantined(accountId: number, ids: readonly number[], epoch: number): Promise<number>;
  /** Devices that have any stored activity. */
  devices(): Promise<ReadonlySet<number>>;
}

export interface ActivityBatch {
  readonly parts: readonly ActivityPart[];
  /** Devices whose activity is deleted completely. */
  readonly forgottenDeviceIds: readonly number[];
  readonly nowMs: number;
}

export interface ActivityPart {
  readonly records: readonly ActivityRecord[];
  readonly keptPerDevice: number;
  /** What an account counts with when all take up too much room. */
  readonly tenantOf: (accountId: number) => number;
  readonly clocks: readonly ClockOffset[];
  readonly times: readonly SentTimes[];
  readonly quarantined: readonly RejectedReading[];
  readonly troubles: ReadonlyMap<number, number>;
  readonly counts: readonly CountedReadings[];
  readonly refusedRequests: readonly RefusedRequests[];
}

/** The requests of a part, and how many may stay. */
export type KeptRequests = Pick<ActivityPart, "records" | "keptPerDevice" | "tenantOf">;

export interface ClockOffset {
  readonly deviceId: number;
  readonly clockOffsetMs: number;
  readonly arrivalMs: number;
}

/**
 * When a device last sent times that agree with the server's, and times of a wrong clock, with how far behind they were. A clock
 * that was never right is not called wrong: the device may send what it has collected elsewhere.
 */
export interface SentTimes {
  readonly deviceId: number;
  readonly currentMs: number | null;
  readonly wrongMs: number | null;
  readonly behindMs: number | null;
}
