import { type Limiter, takeUnawaited } from "../limit/limiter.ts";
import type { Clock } from "../platform/clock.ts";
import type { Exchange } from "./http/exchange.ts";
import type { RequestHeaders } from "./http/request-head.ts";
import type { IngestMetrics } from "./ingest-metrics.ts";
import type { SourceKeys } from "./limit/source-key.ts";
import { faultErrors } from "./respond/fault-errors.ts";
import { queuedContract } from "./respond/queued-contract.ts";
import { Reply } from "./respond/reply.ts";
import type { RequestIds } from "./respond/request-ids.ts";

export interface RefusingParts {
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly sources: SourceKeys;
  readonly requestIds: RequestIds;
  readonly metrics: IngestMetrics;
}

/** The headers of a head that was not understood cannot be trusted. */
const noHeaders: RequestHeaders = { get: () => null };

/**
 * Answers requests whose head could not be parsed, with the same headers as all others. They count against their source like
 * any request, but keep their own status when its budget is used up: waiting would not make them valid.
 */
export function createRefusing({
  clock,
  limiter,
  sources,
  requestIds,
  metrics,
}: RefusingParts): Exchange["refuse"] {
  return (fault, peerAddress) => {
    const budget = takeUnawaited(limiter, sources.keyOf(peerAddress, noHeaders), clock.nowMs());
    metrics.answered(null, fault, 0);
    return new Reply(queuedContract, budget, requestIds.next()).refuse(faultErrors[fault]);
  };
}
