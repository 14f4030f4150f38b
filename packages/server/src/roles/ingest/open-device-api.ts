import type { Config } from "../../config/settings.ts";
import { createDispatch } from "../../ingest/dispatch-request.ts";
import type { Exchange } from "../../ingest/http/exchange.ts";
import { createHealth } from "../../ingest/http/operations.ts";
import { createIngest, type Ingest, type IngestParts } from "../../ingest/ingest.ts";
import { UsualRequests } from "../../ingest/usual/usual-requests.ts";
import { RequestForwarder } from "./forward-request.ts";

export interface DeviceApiParts extends IngestParts {
  readonly config: Config;
  readonly isReady: () => Promise<boolean>;
  /** Where threads share the memory for bodies. */
  readonly bodiesCounted?: SharedArrayBuffer;
}

export interface DeviceApi {
  readonly ingest: Ingest;
  readonly exchange: Exchange;
  close(): void;
}

/** What answers the requests of one listener: the device API itself, and the manage process for everything else. */
export function openDeviceApi(parts: DeviceApiParts): DeviceApi {
  const { config, isReady, bodiesCounted } = parts;
  const options = {
    ...config,
    clockToleranceMs: config.clockToleranceS * 1000,
    ...(bodiesCounted === undefined ? {} : { bodiesCounted }),
  };
  const ingest = createIngest(options, parts);
  const usual = new UsualRequests({ ...options, hasTls: config.tlsCert !== null }, parts);
  const forwarder = new RequestForwarder(config.data);
  const health = createHealth(isReady);
  const exchange = createDispatch({ ...parts, ingest, usual, health, forward: forwarder.forward });
  return { ingest, exchange, close: () => forwarder.close() };
}
