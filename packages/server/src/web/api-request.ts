import type { RequestHeaders } from "../ingest/http/request-head.ts";

/** The head of a request to the management API. */
export interface ApiRequestHead {
  readonly id: string;
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** The client's address; behind trusted proxies, the address that they report. */
  readonly source: string;
  /** Whether the client uses TLS to us or to a trusted proxy. */
  readonly isSecure: boolean;
}

/** A request to the management API, as the framework sees it. */
export interface ApiRequest extends ApiRequestHead {
  readonly body: Uint8Array;
}
