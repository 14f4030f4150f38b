import type { Dashboard } from "../dashboard/dashboard.ts";
import type { Begun, Exchange } from "../ingest/http/exchange.ts";
import type { Operations } from "../ingest/http/operations.ts";
import type { RequestHead } from "../ingest/http/request-head.ts";
import type { Ingest } from "../ingest/ingest.ts";
import { createRefusing, type RefusingParts } from "../ingest/refuse-requests.ts";
import { answerMarks, withMarks } from "../ingest/respond/answer-marks.ts";

export interface ListenerExchangeParts extends RefusingParts {
  readonly operations: Operations;
  readonly dashboard: Dashboard;
  /** Null for what is not the management API's. */
  readonly manage: (head: RequestHead, peerAddress: string) => Begun | Promise<Begun> | null;
  readonly ingest: Ingest;
}

/**
 * Gives each request of the listener to whoever answers it. Requests for pages, documents and figures are not counted
 * against the budget of their source, but their answers say what is left of it, like all others.
 */
export function createListenerExchange(parts: ListenerExchangeParts): Exchange {
  const { operations, dashboard, manage, ingest, limiter, sources, clock, requestIds } = parts;

  return {
    begin(head, peerAddress) {
      const answer = operations(head, peerAddress) ?? dashboard(head);
      if (answer === null) return manage(head, peerAddress) ?? ingest(head, peerAddress);
      const budget = limiter.peek(sources.keyOf(peerAddress, head.headers), clock.nowMs());
      const marks = answerMarks(budget, requestIds.next().text);
      if (!(answer instanceof Promise)) return withMarks(answer, marks);
      return answer.then((made) => withMarks(made, marks));
    },
    refuse: createRefusing(parts),
  };
}
