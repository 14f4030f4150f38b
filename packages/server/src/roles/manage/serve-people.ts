import { type ApiErrorName, apiErrors } from "@weir/protocol/errors";
import type { Config } from "../../config/settings.ts";
import type { Answer } from "../../ingest/http/answer.ts";
import { BodyRoom } from "../../ingest/http/body-room.ts";
import type { Begun, Exchange } from "../../ingest/http/exchange.ts";
import type { Listener } from "../../ingest/http/listener.ts";
import { createHealth, type NeededOthers } from "../../ingest/http/operations.ts";
import { SourceKeys } from "../../ingest/limit/source-key.ts";
import { faultErrors } from "../../ingest/respond/fault-errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { openListener } from "../ingest/open-listener.ts";
import type { ForwardedParts } from "./serve-forwarded.ts";

/** Memory for the bodies of management requests that are being received, all together. */
const bodiesBytesMax = 64 * 1024 * 1024;

export interface PeopleParts extends Omit<ForwardedParts, "dataFolder"> {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** What it cannot do without. */
  readonly others: NeededOthers;
}

/**
 * Listens for people and programs at an address of its own, in a cluster: nothing there passes requests on, so whatever is in
 * front of the nodes sends each path to those who serve it.
 */
export function servePeople(parts: PeopleParts): Listener {
  const { config, clock, log, publish, manage, others } = parts;
  const room = new BodyRoom(bodiesBytesMax);
  const health = createHealth(async () => (await others.missing()).length === 0, others);
  const exchange: Exchange = {
    async begin(head, peerAddress): Promise<Begun> {
      const answer = health(head, peerAddress) ?? (await publish(head, peerAddress));
      if (answer !== null) return answer;
      const begun = await manage(head, peerAddress);
      if (begun === null) return refusal("notFound");
      return "take" in begun ? { ...begun, room, readsAtOnce: false } : begun;
    },
    refuse: (fault) => refusal(faultErrors[fault]),
  };
  const sources = new SourceKeys(config.trustedProxies);
  return openListener({
    ...{ config: { ...config, port: config.managePort ?? config.port }, sources, clock, log, exchange },
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
