/**
 * The states of a connection and the allowed changes between them.
 *
 *   head ──▶ (body ──▶) answering ──┬──▶ (streaming ──▶) head          the next request may come
 *                                   ├──▶ discard ──▶ head              after the rest of a refused body
 *                                   └──▶ (streaming ──▶) ending ──▶ (lingering ──▶) closed
 *   head, body or answering ──▶ refusing ──▶ (lingering ──▶) closed    the input is not a request, or its answer failed
 *
 * Every state may change to closed, because the socket may close at any time. Two facts are not states, because they can
 * become true in any state: the server is draining, and the client has stopped sending.
 */
import { StateWays } from "../../platform/state-ways.ts";

/** What a connection is doing. */
export type ConnectionState =
  /** Between requests, or within a head. */
  | "head"
  /** Receiving a body that will be handled. */
  | "body"
  /** A request is being answered; bytes that arrive meanwhile wait. */
  | "answering"
  /** The body of the answer is sent piece by piece; bytes that arrive meanwhile wait. */
  | "streaming"
  /** Receiving the rest of a body that was refused; its answer is already sent. */
  | "discard"
  /** The last answer is on its way out. */
  | "ending"
  /** Like "ending", but the answer cuts off a request that the client may still be sending. */
  | "refusing"
  /** The last answer is sent, and the client may still be sending. */
  | "lingering"
  /** The socket was told to end, or has closed. */
  | "closed";

export const connectionWays = new StateWays<ConnectionState>("connection", {
  head: ["answering", "body", "refusing", "closed"],
  body: ["answering", "refusing", "closed"],
  answering: ["head", "body", "discard", "streaming", "ending", "refusing", "closed"],
  streaming: ["head", "ending", "closed"],
  discard: ["head", "closed"],
  ending: ["lingering", "closed"],
  refusing: ["lingering", "closed"],
  lingering: ["closed"],
  // A socket that was told to end reports its close too.
  closed: ["closed"],
});

/** Returns whether the client's bytes must wait, because its last request is being answered. */
export function isAnswering(state: ConnectionState): boolean {
  return state === "answering" || state === "streaming";
}

/** Returns whether no further request is accepted. */
export function isOver(state: ConnectionState): boolean {
  return state === "ending" || state === "refusing" || state === "lingering" || state === "closed";
}
