import { managePath } from "@weir/protocol/manage/route";
import type { Answer } from "../ingest/http/answer.ts";
import type { BodyRefusal } from "../ingest/http/exchange.ts";
import type { RequestHead } from "../ingest/http/request-head.ts";
import type { SourceKeys } from "../ingest/limit/source-key.ts";
import { answerMarks, withMarks } from "../ingest/respond/answer-marks.ts";
import { faultErrors } from "../ingest/respond/fault-errors.ts";
import { queuedContract } from "../ingest/respond/queued-contract.ts";
import { Reply } from "../ingest/respond/reply.ts";
import { type RequestId, RequestIds } from "../ingest/respond/request-ids.ts";
import type { Budget, Limiter } from "../limit/limiter.ts";
import type { Clock } from "../platform/clock.ts";
import { AnswersUnderWay, type UnderWayRefusal } from "./answers-under-way.ts";
import { problemAnswer } from "./api-answer.ts";
import type { ApiRequestHead } from "./api-request.ts";
import type { ManagedTaker } from "./managed-taker.ts";
import type { ManagementApi } from "./management-api.ts";

const retryAfterS = 5;

interface ManagementExchangeParts {
  readonly api: ManagementApi;
  readonly sources: SourceKeys;
  /** Whether the listener itself speaks TLS. */
  readonly hasTls: boolean;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly underWay?: AnswersUnderWay;
}

/** Takes requests of the listener to the management API. Returns null for all other requests. */
export function createManagementExchange(parts: ManagementExchangeParts) {
  const { api, sources, hasTls, limiter, clock, underWay = new AnswersUnderWay() } = parts;
  const requestIds = new RequestIds();

  return (head: RequestHead, peerAddress: string): Answer | Promise<Answer | ManagedTaker> | null => {
    const { method, target, headers } = head;
    if (!target.startsWith(`${managePath}/`)) return null;
    const id = requestIds.next();
    const nowMs = clock.nowMs();
    const sourceKey = sources.keyOf(peerAddress, headers);
    const taken = limiter.take(sourceKey, nowMs);
    const source = sources.addressOf(peerAddress, headers);
    const isSecure = hasTls || sources.isSecureByProxy(peerAddress, headers);
    const enter = (budget: Budget): Answer | Promise<Answer | ManagedTaker> => {
      const asked = { id: id.text, method, target, headers, source, isSecure };
      if (budget.ok) return begin(asked, { sourceKey, budget, id });
      const seconds = Math.ceil((budget.resetMs - nowMs) / 1000);
      return withMarks(tooMany(seconds), answerMarks(budget, id.text));
    };
    return taken instanceof Promise ? taken.then(enter) : enter(taken);
  };

  async function begin(
    head: ApiRequestHead,
    { sourceKey, budget, id }: { sourceKey: string; budget: Budget; id: RequestId },
  ): Promise<Answer | ManagedTaker> {
    const marks = answerMarks(budget, id.text);
    const admitted = await api(head);
    if (!("answer" in admitted)) return withMarks(admitted, marks);
    const bytesMax = admitted.bodyBytesMax;
    // Many people may share an address, so only callers who are nobody yet are counted by it.
    const payers = admitted.isAnonymous
      ? [{ key: `source ${sourceKey}`, part: 4 }, ...admitted.payers]
      : admitted.payers;
    const answer = async (body: Uint8Array): Promise<Answer> => {
      const made = await underWay.answer(payers, () => admitted.answer(body), admitted.inTurn);
      return typeof made === "string" ? tooMuch(made) : made;
    };
    return {
      bytesMax,
      payers,
      async take(body): Promise<Answer> {
        const isReceived = typeof body !== "string";
        return withMarks(isReceived ? await answer(body) : refuseBody(body, bytesMax), marks);
      },
      refuse: (fault) => new Reply(queuedContract, budget, id).refuse(faultErrors[fault]),
    };
  }
}

function refuseBody(refusal: BodyRefusal, bytesMax: number): Answer {
  if (refusal === "too large") {
    const detail = `The body of this request must be at most ${bytesMax} bytes.`;
    return problemAnswer({ status: 413, code: "too_large", detail });
  }
  const detail = `The server is receiving too many requests at once. Try again in ${retryAfterS} s.`;
  const headers = { "Retry-After": String(retryAfterS) };
  return problemAnswer({ status: 503, code: "too_busy", detail, headers });
}

function tooMuch(refusal: UnderWayRefusal): Answer {
  const what = refusal === "requests" ? "requests are being answered" : "bytes of answers are not read yet";
  const detail = `Too many ${what}, yours or those of all callers. Try again in ${retryAfterS} s.`;
  const headers = { "Retry-After": String(retryAfterS) };
  return problemAnswer({ status: 503, code: "too_busy", detail, headers });
}

function tooMany(seconds: number): Answer {
  const detail = `Too many requests from your address. Try again in ${seconds} s.`;
  const headers = { "Retry-After": String(Math.max(1, seconds)) };
  return problemAnswer({ status: 429, code: "too_many_requests", detail, headers });
}
