import { managePath } from "@weir/protocol/manage/route";
import { isProvisionTarget } from "@weir/protocol/provisioning";
import type { Answer } from "./http/answer.ts";
import type { OwnPaths } from "./http/answer-routes.ts";
import type { Begun, Exchange, UsualTaker } from "./http/exchange.ts";
import type { RequestHead } from "./http/request-head.ts";
import type { Ingest } from "./ingest.ts";
import { createRefusing, type RefusingParts } from "./refuse-requests.ts";
import { answerMarks, withMarks } from "./respond/answer-marks.ts";

interface DispatchParts extends RefusingParts {
  readonly ingest: Ingest;
  /** The short way of usual requests to the device API. */
  readonly usual: UsualTaker;
  /** Answers questions about the listener itself. */
  readonly health: OwnPaths;
  readonly forward: Forward;
}

/** Passes a request on: to the management API, pages, documents or metrics. Resolves to null if nobody else knows the path. */
export type Forward = (head: RequestHead, peerAddress: string) => Promise<Forwarded | null>;

interface Forwarded {
  readonly begun: Begun;
  /** Whether the answer states what is left of the source's budget. */
  readonly isMarked: boolean;
}

/** Creates the exchange of the listener: `dispatchRequest`, and a refusal for requests that cannot be parsed. */
export function createDispatch(parts: DispatchParts): Exchange {
  const { ingest, usual, health, forward, limiter, sources, clock, requestIds } = parts;
  return { begin: dispatchRequest, refuse: createRefusing(parts), usual };

  /**
   * Passes a request to the device API here, or to the process that answers it. A path that nobody knows goes to the
   * device API too, which explains what is wrong.
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
   * Requests for pages, documents and metrics do not count against the budget of their source, but their answers state what is
   * left of it, like all others.
   */
  function mark(answer: Answer, head: RequestHead, peerAddress: string): Answer {
    const budget = limiter.peek(sources.keyOf(peerAddress, head.headers), clock.nowMs());
    return withMarks(answer, answerMarks(budget, requestIds.next().text));
  }
}

/**
 * Returns whether ingest answers a target: everything in `/api/` except the management API and provisioning, and questions about
 * the server as a whole.
 */
function isForDevices(target: string): boolean {
  if (target === "*") return true;
  return target.startsWith("/api/") && !target.startsWith(`${managePath}/`) && !isProvisionTarget(target);
}
