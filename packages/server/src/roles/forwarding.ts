import type { Answer } from "../ingest/http/answer.ts";
import type { BodyRefusal } from "../ingest/http/exchange.ts";
import type { HttpFault } from "../ingest/http/http-fault.ts";
import type { Payer } from "../platform/shared-room.ts";

/**
 * The messages between the listener and the manage process about a request outside the device API. The listener parses
 * HTTP and sends values, not bytes, so nothing that a client sends can look like a message of the listener. A request
 * begins with its head, and its body is sent only when the handler asks for it, as within one process.
 */
export const forwardSocket = "manage";

export interface ForwardedHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type ForwardQuestion =
  | {
      readonly kind: "begin";
      readonly head: ForwardedHead;
      readonly peerAddress: string;
      /** Whether the request has no body, so that it is answered at once. */
      readonly isWhole: boolean;
    }
  /** A part of the body. The last one comes with `take`. */
  | { readonly kind: "part"; readonly exchange: number; readonly bytes: Uint8Array }
  | { readonly kind: "take"; readonly exchange: number; readonly body: Uint8Array | BodyRefusal }
  /** All bytes of a shared content. */
  | { readonly kind: "content"; readonly content: number }
  /** The next piece of a streamed body; null after the last. */
  | { readonly kind: "next"; readonly stream: number }
  /** The client no longer reads. Not an event: those are lost when the link is full, and the stream would stay. */
  | { readonly kind: "stop"; readonly stream: number };

/** Null if the request is not for the manage process after all. */
export type ForwardedBegun =
  | null
  | {
      readonly kind: "answer";
      readonly answer: ForwardedAnswer;
      /** Whether the answer has the headers with the remaining budget of the source. */
      readonly isMarked: boolean;
    }
  | {
      readonly kind: "take";
      readonly exchange: number;
      readonly bytesMax: number;
      /** For whom the memory of the body counts. */
      readonly payers: readonly Payer[];
      /** The answers if the body is malformed or does not arrive. */
      readonly refusals: Readonly<Record<HttpFault, Answer>>;
    };

export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ForwardedStream | SharedBody;
}

/** Bytes that many answers share. They are sent once and kept by the listener. */
export interface SharedBody {
  readonly content: number;
  readonly sizeBytes: number;
}

export interface ForwardedStream {
  readonly stream: number;
  readonly isEndless?: true;
  readonly sizeBytes?: number;
}
