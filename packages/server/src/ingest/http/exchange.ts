import type { Answer } from "./answer.ts";
import type { BodyRoom } from "./body-room.ts";
import type { HttpFault } from "./http-fault.ts";
import type { RequestHead } from "./request-head.ts";

/**
 * What answers requests. It sees the head first, so that it can refuse before a body is taken. While it makes up its
 * mind, nothing more is read from the client.
 */
export interface Exchange {
  begin(head: RequestHead, peerAddress: string): Begun | Promise<Begun>;
  /** The answer to a request whose head cannot be understood or does not come, or whose answer has failed. */
  refuse(fault: HttpFault, peerAddress: string): Answer;
  /** Takes usual requests a shorter way. */
  readonly usual?: UsualTaker;
}

export type Begun = Answer | BodyTaker;

/** Wants the body before it answers. */
export interface BodyTaker {
  readonly bytesMax: number;
  /** Where the memory for the body comes from when it arrives in several pieces. */
  readonly room: BodyRoom;
  /** Whether `take` has read the bytes when it returns, so that they need not be valid after its first await. */
  readonly readsAtOnce: boolean;
  take(body: Uint8Array | BodyRefusal): Promise<Answer>;
  /** The answer where the body cannot be understood or does not come. */
  refuse(fault: HttpFault): Answer;
}

/** Answers requests from the bytes they came in, where these are all of the request. */
export interface UsualTaker {
  /**
   * Where the request at `start` ends. Negative where it is not a usual one: then nothing has happened, and it is to be
   * begun the general way.
   */
  take(bytes: Buffer, start: number, client: UsualClient): number;
  /** A request with this head, which is the text of all its lines, was begun the general way. */
  learn(text: string, head: RequestHead): void;
}

/** Who waits for the answer to a usual request. */
export interface UsualClient {
  readonly peerAddress: string;
  /** Under which key `peerAddress` is counted; null until somebody has looked it up. */
  limitKey: string | null;
  /** Sends the bytes of a whole answer, which are valid until this returns. False where only a general answer will do. */
  answerBytes(bytes: Buffer): boolean;
  answerWith(answer: Answer): void;
  fault(error: unknown): void;
}

/** Why there is no body: it is over `bytesMax`, or other bodies have used up the room. */
export type BodyRefusal = "too large" | "no room";
