import type { ActivityRecord, RefusedRequests, RejectedReading } from "../activity/activity-record.ts";
import type { Connection } from "./reading-store.ts";
import type { CountedReadings } from "./statistics-store.ts";

/**
 * Where the owner of a partition writes the activity of devices, between the batches of readings.
 *
 * Promises: each write is done as a whole or not at all. It is refused with OwnershipLostError when somebody else has taken
 * the partition since `epoch`. Faults of the engine are StoreFault.
 */
export interface ActivityKeeper {
  connected(connections: readonly Connection[], epoch: number): Promise<void>;
  keep(batch: ActivityBatch, epoch: number): Promise<void>;
  /** Resolves to how many of the quarantined readings there were in the account. */
  releaseQuarantined(accountId: number, ids: readonly number[], epoch: number): Promise<number>;
  /** Those that something is kept for. */
  devices(): Promise<ReadonlySet<number>>;
}

export interface ActivityBatch {
  readonly parts: readonly ActivityPart[];
  /** Nothing stays of these. */
  readonly forgottenDeviceIds: readonly number[];
  readonly nowMs: number;
}

/** See activity-store.ts and statistics-store.ts. */
export interface ActivityPart {
  readonly records: readonly ActivityRecord[];
  readonly keptPerDevice: number;
  readonly clocks: readonly ClockOffset[];
  readonly quarantined: readonly RejectedReading[];
  readonly troubles: ReadonlyMap<number, number>;
  readonly counts: readonly CountedReadings[];
  readonly refusedRequests: readonly RefusedRequests[];
}

export interface ClockOffset {
  readonly deviceId: number;
  readonly clockOffsetMs: number;
  readonly arrivalMs: number;
}
