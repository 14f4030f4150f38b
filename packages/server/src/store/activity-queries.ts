import type { OutcomeReason, RequestReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord, RejectedReading } from "../activity/activity-record.ts";
import type { Paging } from "./chain-queries.ts";

/**
 * What people may ask of requests. Reads beside the processor and changes nothing.
 *
 * Promises: each answer is of one moment, also while the processor puts requests together; two answers are not. A page that
 * goes on before the last record of an earlier one repeats none, and leaves none out that was there all the while.
 */
export interface ActivityQueries {
  /** Of an account, or of one of its devices; the newest first. */
  requests(query: RequestQuery): Promise<ActivityRecord[]>;
  /** Null where it is not known, or not any more, or of another account. */
  request(accountId: number, requestId: string): Promise<ActivityRecord | null>;
  /** The newest first. */
  quarantined(query: QuarantineQuery): Promise<QuarantinedReading[]>;
  /** Of an account; counting stops at `countedMax`. */
  quarantinedCount(accountId: number, countedMax: number): Promise<number>;
  /** When a request of each device was last refused, or a reading of it rejected. Those of which it is not known are left out. */
  lastTroubledOf(deviceIds: readonly number[]): Promise<Map<number, number>>;
  /** The devices, of all accounts, of which that happened then or later. */
  troubledSince(sinceMs: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface RequestQuery {
  readonly accountId: number;
  readonly deviceId?: number;
  /** Only requests that arrived before this one: its arrival and id. */
  readonly before?: { readonly arrivalMs: number; readonly requestId: string };
  /** Only requests in which not everything was accepted, or of which accepted readings were lost. */
  readonly onlyTroubled?: boolean;
  /** Only requests of which something was not accepted for this, or was accepted and lost in this way. */
  readonly reason?: RequestReason | OutcomeReason | undefined;
  readonly limit: number;
}

export interface QuarantineQuery extends Paging {
  readonly accountId: number;
  readonly deviceId?: number;
  readonly reason?: string;
  readonly ids?: readonly number[];
}

export interface QuarantinedReading extends RejectedReading {
  readonly id: number;
}
