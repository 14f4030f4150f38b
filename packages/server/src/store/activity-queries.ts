import type { OutcomeReason, RequestReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord, RejectedReading } from "../activity/activity-record.ts";
import type { Paging } from "./paging.ts";

/**
 * Answers people's questions about requests. It reads beside the processor and changes nothing.
 *
 * Promises: each answer is a snapshot of one moment, also while the processor merges parts of requests; two answers may
 * be of different moments. A page that continues before the last record of an earlier page repeats no record and leaves
 * out none that existed throughout.
 */
export interface ActivityQueries {
  /** Requests of an account or of one of its devices, newest first. */
  requests(query: RequestQuery): Promise<ActivityRecord[]>;
  /** Returns null if the request is unknown, has been forgotten or belongs to another account. */
  request(accountId: number, requestId: string): Promise<ActivityRecord | null>;
  /** Newest first. */
  quarantined(query: QuarantineQuery): Promise<QuarantinedReading[]>;
  /** Counts the quarantined readings of an account, up to `countedMax`. */
  quarantinedCount(accountId: number, countedMax: number): Promise<number>;
  /**
   * When a request of each device was last refused, or one of its readings rejected. Devices without such a time are
   * left out.
   */
  lastTroubledOf(deviceIds: readonly number[]): Promise<Map<number, number>>;
  /** The devices of all accounts that had a refused request or a rejected reading at this time or later. */
  troubledSince(sinceMs: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface RequestQuery {
  readonly accountId: number;
  readonly deviceId?: number;
  /** Only requests that arrived before the one with this arrival time and id. */
  readonly before?: { readonly arrivalMs: number; readonly requestId: string };
  /** Only requests in which not everything was accepted, or whose accepted readings were lost. */
  readonly onlyTroubled?: boolean;
  /** Only requests with a reading that was not accepted, or was accepted and lost, for this reason. */
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
