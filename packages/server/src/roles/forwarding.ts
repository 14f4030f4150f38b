import type { Answer } from "../ingest/http/answer.ts";
import type { BodyRefusal } from "../ingest/http/exchange.ts";
import type { HttpFault } from "../ingest/http/http-fault.ts";

/**
 * What the listener and the manage process say to each other about a request that is not for the device API. It is passed on
 * as it was understood, not as the bytes that came: the listener reads HTTP, and nothing a client sends can look like what
 * the listener says. A request is begun with its head; whoever wants its body says so, as within one process.
 */
export const forwardSocket = "manage";

export interface ForwardedHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type ForwardQuestion =
  | { readonly kind: "begin"; readonly head: ForwardedHead; readonly peerAddress: string }
  | { readonly kind: "take"; readonly exchange: number; readonly body: Uint8Array | BodyRefusal }
  /** All bytes of a shared content. */
  | { readonly kind: "content"; readonly content: number }
  /** The next piece of a streamed body; null after the last. */
  | { readonly kind: "next"; readonly stream: number };

/** Nobody reads on. */
export interface StopStream {
  readonly kind: "stop";
  readonly stream: number;
}

/** Null where the request is not for the manage process after all. */
export type ForwardedBegun =
  | null
  | {
      readonly kind: "answer";
      readonly answer: ForwardedAnswer;
      /** Whether it has the headers that say what is left of the source's budget. */
      readonly isMarked: boolean;
    }
  | {
      readonly kind: "take";
      readonly exchange: number;
      readonly bytesMax: number;
      /** Where the body cannot be understood or does not come. */
      readonly refusals: Readonly<Record<HttpFault, Answer>>;
    };

export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ForwardedStream | SharedBody;
}

/** Bytes that many answers share. They are passed on once, and kept by the listener. */
export interface SharedBody {
  readonly content: number;
  readonly sizeBytes: number;
}

export interface ForwardedStream {
  readonly stream: number;
  readonly isEndless?: true;
  readonly sizeBytes?: number;
}
