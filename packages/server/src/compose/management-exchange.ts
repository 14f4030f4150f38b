import { managePath } from "@weir/protocol/manage/route";
import { problemAnswer } from "../api/api-answer.ts";
import type { ManagementApi } from "../api/management-api.ts";
import type { Answer } from "../ingest/http/answer.ts";
import type { BodyTaker } from "../ingest/http/exchange.ts";
import type { RequestHead } from "../ingest/http/request-head.ts";
import type { RateLimiter } from "../ingest/limit/rate-limiter.ts";
import type { SourceKeys } from "../ingest/limit/source-key.ts";
import { RequestIds } from "../ingest/respond/request-ids.ts";
import type { Clock } from "../platform/clock.ts";

/** The largest body of a management request: a part of an import, and a little more. */
const bodyBytesMax = 8 * 1024 * 1024 + 64 * 1024;

export interface ManagementExchangeParts {
  readonly api: ManagementApi;
  readonly sources: SourceKeys;
  /** Whether the listener itself speaks TLS. */
  readonly hasTls: boolean;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Takes the requests of the listener that are for the management API; null for every other. */
export function createManagementExchange(parts: ManagementExchangeParts) {
  const { api, sources, hasTls, limiter, clock } = parts;
  const requestIds = new RequestIds();

  return (head: RequestHead, peerAddress: string): Answer | BodyTaker | null => {
    const { method, target, headers } = head;
    if (!target.startsWith(`${managePath}/`)) return null;
    const { text: id } = requestIds.next();
    const nowMs = clock.nowMs();
    const budget = limiter.take(sources.keyOf(peerAddress, headers), nowMs);
    if (!budget.ok) return withId(tooMany(Math.ceil((budget.resetMs - nowMs) / 1000)), id);
    const source = sources.addressOf(peerAddress, headers);
    const isSecure = hasTls || sources.isSecureByProxy(peerAddress, headers);
    return {
      bytesMax: bodyBytesMax,
      async take(body): Promise<Answer> {
        if (body === null) return withId(tooLarge, id);
        // The bytes belong to the connection, and handlers wait for this and that.
        return withId(await api({ id, method, target, headers, body: body.slice(), source, isSecure }), id);
      },
    };
  };
}

const tooLarge = problemAnswer({
  status: 413,
  code: "too_large",
  detail: `A request takes at most ${bodyBytesMax} bytes.`,
});

function tooMany(seconds: number): Answer {
  const detail = `Too many requests from your address. Try again in ${seconds} s.`;
  const headers = { "Retry-After": String(Math.max(1, seconds)) };
  return problemAnswer({ status: 429, code: "too_many_requests", detail, headers });
}

function withId(answer: Answer, id: string): Answer {
  return { ...answer, headers: { ...answer.headers, "X-Request-Id": id } };
}
