import { errors, type NatsConnection, type TlsOptions } from "@nats-io/nats-core";
import { connect } from "@nats-io/transport-node";
import { isLoopback } from "../address.ts";
import { type Log, reasonOf } from "../log.ts";
import type { TlsFiles } from "../tls-files.ts";
import { type NatsAddress, parseNatsAddress } from "./nats-address.ts";

export type { NatsConnection };

interface NatsOptions {
  /** The name that the server's administrator sees, such as "weir manage". */
  readonly name: string;
  readonly log: Log;
  /** For addresses with `tls://`. */
  readonly tls?: TlsFiles;
  /** Aborts the wait for the first connection. */
  readonly signal?: AbortSignal;
}

/** How long a server may take to answer before the next one of the list is tried. */
const connectMaxMs = 2000;
const retryEveryMs = 250;
const retryJitterMs = 100;
/** A connection that does not answer for about three times as long is closed and opened again. */
const pingEveryMs = 1000;
const unansweredPingsMax = 2;
/** How often the log repeats that no server can be reached. */
const complainEveryMs = 10_000;

/**
 * Connects to one of the servers. It waits as long as necessary, and connects again, to any of them, whenever the connection is
 * lost. Log lines name the servers, never the credentials.
 */
export async function openNats(address: string, options: NatsOptions): Promise<NatsConnection> {
  const parsed = parseNatsAddress(address);
  const connection = await connectFirst(parsed, options);
  options.log.info("connected to NATS", { server: connection.getServer() });
  void logStatus(connection, parsed, options.log);
  return connection;
}

async function connectFirst(address: NatsAddress, { name, log, signal, tls }: NatsOptions) {
  let complainedMs = Number.NEGATIVE_INFINITY;
  while (true) {
    signal?.throwIfAborted();
    try {
      return await connect({
        name,
        ...address.credentials,
        servers: [...address.servers],
        timeout: connectMaxMs,
        ...(address.usesTls ? { tls: toTlsOptions(tls) } : {}),
        // A server on this host may name others elsewhere, which must not be reached without TLS.
        ignoreClusterUpdates: !address.usesTls && address.hosts.every(isLoopback),
        reconnectTimeWait: retryEveryMs,
        reconnectJitter: retryJitterMs,
        maxReconnectAttempts: -1,
        pingInterval: pingEveryMs,
        maxPingOut: unansweredPingsMax,
        // Otherwise every request records where it was made, which took 7 % of the time of publishing readings.
        noAsyncTraces: true,
        // Refused credentials may be accepted a moment later, when the server has its new configuration.
        ignoreAuthErrorAbort: true,
      });
    } catch (error) {
      if (performance.now() - complainedMs >= complainEveryMs) {
        complainedMs = performance.now();
        log.warn("NATS cannot be reached, trying again", {
          servers: address.shown,
          reason: explain(error),
        });
      }
      await Bun.sleep(retryEveryMs + Math.random() * retryJitterMs);
    }
  }
}

function toTlsOptions({ ca, cert, key }: TlsFiles = { ca: null, cert: null, key: null }): TlsOptions {
  return {
    ...(ca === null ? {} : { caFile: ca }),
    ...(cert === null ? {} : { certFile: cert }),
    ...(key === null ? {} : { keyFile: key }),
  };
}

/** Ends with the connection. */
async function logStatus(connection: NatsConnection, { shown }: NatsAddress, log: Log): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === "disconnect") log.warn("the connection to NATS was lost", { server: status.server });
    else if (status.type === "reconnect")
      log.info("the connection to NATS is back", { server: status.server });
    else if (status.type === "error")
      log.error("NATS reports an error", { servers: shown, reason: explain(status.error) });
  }
}

function explain(error: unknown): string {
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return "The server refuses the user name, password or token.";
  return reasonOf(error);
}
