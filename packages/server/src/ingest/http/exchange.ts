import type { RoomShare } from "../../platform/shared-room.ts";
import type { Answer } from "./answer.ts";
import type { HttpFault } from "./http-fault.ts";
import type { RequestHead } from "./request-head.ts";

/**
 * Answers requests. It sees the head first, so that it can refuse before a body is read. While it decides, nothing more is read
 * from the client.
 */
export interface Exchange {
  begin(head: RequestHead, peerAddress: string): Begun | Promise<Begun>;
  /** Returns the answer to a request whose head cannot be parsed or does not arrive, or whose answer has failed. */
  refuse(fault: HttpFault, peerAddress: string): Answer;
  /** Answers usual requests the short way. */
  readonly usual?: UsualTaker;
}

export type Begun = Answer | BodyTaker;

/** Asks for the body before it answers. */
export interface BodyTaker {
  readonly bytesMax: number;
  /**
   * The room for a body that arrives in several pieces. One that arrives in one piece with its head needs none, so readings of
   * single devices continue when the room is used up.
   */
  readonly room: RoomShare;
  /** Whether `take` has read the bytes when it returns, so that they need not stay valid after its first await. */
  readonly readsAtOnce: boolean;
  take(body: Uint8Array | BodyRefusal): Promise<Answer>;
  /** Returns the answer if the body cannot be parsed or does not arrive. */
  refuse(fault: HttpFault): Answer;
}

/** Answers requests directly from their bytes, if these are complete. */
export interface UsualTaker {
  /**
   * Returns where the request at `start` ends. A negative number means that it is not a usual one: then nothing has happened,
   * and it must take the general way.
   */
  take(bytes: Buffer, start: number, client: UsualClient): number;
  /** Called when a request with this head took the general way. `text` is all lines of the head. */
  learn(text: string, head: RequestHead): void;
}

/** The connection that waits for the answer to a usual request. */
export interface UsualClient {
  readonly peerAddress: string;
  /** The limit key of `peerAddress`; null until it is looked up. */
  limitKey: string | null;
  /** Sends the bytes of a whole answer, which are valid until this returns. Returns false if only a general answer will do. */
  answerBytes(bytes: Buffer): boolean;
  answerWith(answer: Answer): void;
  fault(error: unknown): void;
}

/** Why there is no body: it exceeds `bytesMax`, or other bodies have used up the room. */
export type BodyRefusal = "too large" | "no room";
