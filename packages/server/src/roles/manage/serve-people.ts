import { type ApiErrorName, apiErrors } from "@weir/protocol/errors";
import type { Config } from "../../config/settings.ts";
import type { Answer } from "../../ingest/http/answer.ts";
import type { Begun, Exchange } from "../../ingest/http/exchange.ts";
import { createHealth, type NeededOthers } from "../../ingest/http/health.ts";
import type { Listener } from "../../ingest/http/listener.ts";
import type { RequestHeaders } from "../../ingest/http/request-head.ts";
import { SourceKeys } from "../../ingest/limit/source-key.ts";
import { answerMarks, withMarks } from "../../ingest/respond/answer-marks.ts";
import { faultErrors } from "../../ingest/respond/fault-errors.ts";
import { RequestIds } from "../../ingest/respond/request-ids.ts";
import type { Limiter } from "../../limit/limiter.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { SharedRoom } from "../../platform/shared-room.ts";
import { openListener } from "../ingest/open-listener.ts";
import type { ForwardedParts } from "./serve-forwarded.ts";

/** Memory for the bodies of all management requests that are being received. */
const bodiesBytesMax = 64 * 1024 * 1024;
/** A malformed head has no headers that could be trusted. */
const noHeaders: RequestHeaders = { get: () => null };

interface PeopleParts extends Omit<ForwardedParts, "dataFolder"> {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The engines that it needs. */
  readonly others: NeededOthers;
  /**
   * The budgets of devices. Requests for pages and documents are not counted, but their answers say how much is left.
   */
  readonly limiter: Pick<Limiter, "peek">;
}

/**
 * Listens for people and programs at an address of its own, in a cluster. Nothing passes requests on there, so the
 * proxy in front of the nodes routes by path.
 */
export function servePeople(parts: PeopleParts): Listener {
  const { config, clock, log, publish, manage, others, limiter } = parts;
  const sources = new SourceKeys(config.trustedProxies);
  const requestIds = new RequestIds();
  const mark = (answer: Answer, peerAddress: string, headers: RequestHeaders): Answer => {
    const budget = limiter.peek(sources.keyOf(peerAddress, headers), clock.nowMs());
    return withMarks(answer, answerMarks(budget, requestIds.next().text));
  };
  const room = new SharedRoom(bodiesBytesMax);
  const health = createHealth(async () => (await others.missing()).length === 0, others);
  const exchange: Exchange = {
    async begin(head, peerAddress): Promise<Begun> {
      const answer = await (health(head, peerAddress) ?? publish(head, peerAddress));
      if (answer !== null) return mark(answer, peerAddress, head.headers);
      const begun = await manage(head, peerAddress);
      if (begun === null) return mark(refusal("notFound"), peerAddress, head.headers);
      return "take" in begun ? { ...begun, room: room.share(begun.payers), readsAtOnce: false } : begun;
    },
    refuse: (fault, peerAddress) => mark(refusal(faultErrors[fault]), peerAddress, noHeaders),
  };
  return openListener({
    config: { ...config, port: config.managePort ?? config.port },
    sources,
    clock,
    log,
    exchange,
  });
}

function refusal(error: ApiErrorName): Answer {
  const { status, code, message } = apiErrors[error];
  return {
    status,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message, error: code }),
  };
}
