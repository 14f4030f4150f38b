import { managePath } from "@weir/protocol/manage/route";
import type { Answer } from "./http/answer.ts";
import type { Begun, Exchange, UsualTaker } from "./http/exchange.ts";
import type { Operations } from "./http/operations.ts";
import type { RequestHead } from "./http/request-head.ts";
import type { Ingest } from "./ingest.ts";
import { createRefusing, type RefusingParts } from "./refuse-requests.ts";
import { answerMarks, withMarks } from "./respond/answer-marks.ts";

interface DispatchParts extends RefusingParts {
  readonly ingest: Ingest;
  /** The short way of usual requests to the device API. */
  readonly usual: UsualTaker;
  /** Answers about the listener itself. */
  readonly health: Operations;
  readonly forward: Forward;
}

/** Has somebody else answer: the management API, pages, documents, figures. Null for what nobody else knows. */
export type Forward = (head: RequestHead, peerAddress: string) => Promise<Forwarded | null>;

interface Forwarded {
  readonly begun: Begun;
  /** Whether its answer says what is left of the source's budget. */
  readonly isMarked: boolean;
}

/** What the listener does with its requests: `dispatchRequest`, and a refusal for those that cannot be understood. */
export function createDispatch(parts: DispatchParts): Exchange {
  const { ingest, usual, health, forward, limiter, sources, clock, requestIds } = parts;
  return { begin: dispatchRequest, refuse: createRefusing(parts), usual };

  /**
   * Gives a request to whoever answers it: the device API here, everything else elsewhere. What nobody knows is for
   * the device API too, which says what is wrong.
   */
  function dispatchRequest(head: RequestHead, peerAddress: string): Begun | Promise<Begun> {
    if (head.route !== null || isForDevices(head.target)) return ingest(head, peerAddress);
    const answer = health(head, peerAddress);
    if (answer === null) return passOn(head, peerAddress);
    return answer instanceof Promise
      ? answer.then((made) => mark(made, head, peerAddress))
      : mark(answer, head, peerAddress);
  }

  async function passOn(head: RequestHead, peerAddress: string): Promise<Begun> {
    const forwarded = await forward(head, peerAddress);
    if (forwarded === null) return ingest(head, peerAddress);
    const { begun, isMarked } = forwarded;
    return isMarked || "take" in begun ? begun : mark(begun, head, peerAddress);
  }

  /**
   * Requests for pages, documents and figures are not counted against the budget of their source, but their answers say
   * what is left of it, like all others.
   */
  function mark(answer: Answer, head: RequestHead, peerAddress: string): Answer {
    const budget = limiter.peek(sources.keyOf(peerAddress, head.headers), clock.nowMs());
    return withMarks(answer, answerMarks(budget, requestIds.next().text));
  }
}

/** All of `/api/` that is not the management API's, and questions about the server as a whole. */
function isForDevices(target: string): boolean {
  return target === "*" || (target.startsWith("/api/") && !target.startsWith(`${managePath}/`));
}
