import type { Answer } from "./answer.ts";
import type { RequestHead } from "./request-head.ts";

/** What answers requests. It sees the head first, so that it can refuse before a body is taken. */
export interface Exchange {
  begin(head: RequestHead, peerAddress: string): Answer | Promise<Answer> | BodyTaker;
}

/** Wants the body before it answers. `take` gets null when the body is over `bytesMax`. */
export interface BodyTaker {
  readonly bytesMax: number;
  /** The bytes are only valid until the first await. */
  take(body: Uint8Array | null): Promise<Answer>;
}
