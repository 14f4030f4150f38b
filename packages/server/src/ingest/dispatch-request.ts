import type { Answer } from "./http/answer.ts";
import type { Begun, Exchange, UsualTaker } from "./http/exchange.ts";
import type { Operations } from "./http/operations.ts";
import type { RequestHead } from "./http/request-head.ts";
import type { Ingest } from "./ingest.ts";
import { createRefusing, type RefusingParts } from "./refuse-requests.ts";
import { answerMarks, withMarks } from "./respond/answer-marks.ts";

export interface DispatchParts extends RefusingParts {
  readonly operations: Operations;
  /** Null for what is not a page or a file of it. */
  readonly dashboard: (head: RequestHead) => Answer | null;
  /** Null for what is not the management API's. */
  readonly manage: (head: RequestHead, peerAddress: string) => Begun | Promise<Begun> | null;
  readonly ingest: Ingest;
  readonly usual: UsualTaker;
}

/** What the listener does with its requests: `dispatchRequest`, and a refusal for those that cannot be understood. */
export function createDispatch(parts: DispatchParts): Exchange {
  const { operations, dashboard, manage, ingest, usual, limiter, sources, clock, requestIds } = parts;
  return { begin: dispatchRequest, refuse: createRefusing(parts), usual };

  /**
   * Gives a request to whoever answers it. Requests for pages, documents and figures are not counted against the
   * budget of their source, but their answers say what is left of it, like all others.
   */
  function dispatchRequest(head: RequestHead, peerAddress: string): Begun | Promise<Begun> {
    const answer = operations(head, peerAddress) ?? dashboard(head);
    if (answer === null) return manage(head, peerAddress) ?? ingest(head, peerAddress);
    const budget = limiter.peek(sources.keyOf(peerAddress, head.headers), clock.nowMs());
    const marks = answerMarks(budget, requestIds.next().text);
    if (!(answer instanceof Promise)) return withMarks(answer, marks);
    return answer.then((made) => withMarks(made, marks));
  }
}
