import type { RequestHeaders } from "../ingest/http/request-head.ts";

/** What the head of a request to the management API says. */
export interface ApiRequestHead {
  readonly id: string;
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** The client's address, behind trusted proxies the one they tell. */
  readonly source: string;
  /** Whether the client talks TLS to us or to a trusted proxy. */
  readonly isSecure: boolean;
}

/** A request to the management API, as its handlers' framework sees it. */
export interface ApiRequest extends ApiRequestHead {
  readonly body: Uint8Array;
}
