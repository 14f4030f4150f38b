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
}

export type Begun = Answer | BodyTaker;

/** Wants the body before it answers. */
export interface BodyTaker {
  readonly bytesMax: number;
  /** Where the memory for the body comes from when it arrives in several pieces. */
  readonly room: BodyRoom;
  /** The bytes are only valid until the first await. */
  take(body: Uint8Array | BodyRefusal): Promise<Answer>;
  /** The answer where the body cannot be understood or does not come. */
  refuse(fault: HttpFault): Answer;
}

/** Why there is no body: it is over `bytesMax`, or other bodies have used up the room. */
export type BodyRefusal = "too large" | "no room";
