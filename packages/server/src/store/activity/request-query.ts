import type { OutcomeReason, RequestReason } from "@weir/protocol/request-reasons";

/** Which requests of an account or of one of its devices are asked for. */
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
