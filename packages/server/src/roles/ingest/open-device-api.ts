import { managePath } from "@weir/protocol/manage/route";
import { isProvisionTarget } from "@weir/protocol/provisioning";
import type { Config } from "../../config/settings.ts";
import { createDispatch, type Forward } from "../../ingest/dispatch-request.ts";
import type { Answer } from "../../ingest/http/answer.ts";
import type { Exchange } from "../../ingest/http/exchange.ts";
import { createHealth, type NeededOthers } from "../../ingest/http/health.ts";
import { createIngest, type Ingest, type IngestParts } from "../../ingest/ingest.ts";
import { UsualRequests } from "../../ingest/usual/usual-requests.ts";
import { dayMs } from "../../platform/day-of.ts";
import { RequestForwarder } from "./forward-request.ts";

interface DeviceApiParts extends IngestParts {
  readonly config: Config;
  /** The folder in which the manage process is found; null if it has an address of its own. */
  readonly dataFolder: string | null;
  readonly isReady: () => Promise<boolean>;
  /** The engines that it needs, if they may be away. */
  readonly others?: NeededOthers;
  /** Set if threads share the memory for bodies. */
  readonly bodiesCounted?: SharedArrayBuffer;
}

export interface DeviceApi {
  readonly ingest: Ingest;
  readonly exchange: Exchange;
  close(): void;
}

/** Answers the requests of one listener: the device API itself, or the manage process for all other requests. */
export function openDeviceApi(parts: DeviceApiParts): DeviceApi {
  const { config, dataFolder, isReady, bodiesCounted } = parts;
  const options = {
    ...config,
    clockToleranceMs: config.clockToleranceS * 1000,
    clockBehindMs: config.clockBehindDays * dayMs,
    ...(bodiesCounted === undefined ? {} : { bodiesCounted }),
  };
  const ingest = createIngest(options, parts);
  const usual = new UsualRequests({ ...options, hasTls: config.tlsCert !== null }, parts);
  const forwarder = dataFolder === null ? null : new RequestForwarder(dataFolder);
  const health = createHealth(isReady, parts.others);
  const exchange = createDispatch({
    ...parts,
    ingest,
    usual,
    health,
    forward: forwarder?.forward ?? refuseMisdirected,
  });
  return { ingest, exchange, close: () => forwarder?.close() };
}

/**
 * Tells people and programs that ask for pages or the management API that these have another address. All other paths
 * are unknown routes of the device API, as on one machine.
 */
const refuseMisdirected: Forward = async ({ method, target }) => {
  if (isProvisionTarget(target)) return { begun: misdirectedDevice, isMarked: false };
  const isForPages = method === "GET" || method === "HEAD";
  if (!isForPages && !target.startsWith(`${managePath}/`)) return null;
  return {
    begun: {
      status: 421,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: "This address receives readings. The dashboard and the management API are served by manage processes.\n",
    },
    isMarked: false,
  };
};

/** The proxy in front of a cluster has to send these requests to manage processes, too. */
const misdirectedDevice: Answer = {
  status: 421,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    message: "This address receives readings. Manage processes answer provisioning.",
    error: "misdirected_request",
  }),
};
