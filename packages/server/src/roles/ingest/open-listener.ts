import type { Config } from "../../config/settings.ts";
import type { Exchange } from "../../ingest/http/exchange.ts";
import { type Listener, limitsOfOne, listen } from "../../ingest/http/listener.ts";
import type { SourceKeys } from "../../ingest/limit/source-key.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { OccasionalWarning } from "../../platform/occasional-warning.ts";

export interface ListenerParts {
  readonly config: Config;
  readonly sources: SourceKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly exchange: Exchange;
  /** Set if this is one of several threads. */
  readonly shared?: { readonly threads: number; readonly sourcesCounted: SharedArrayBuffer };
}

/** Listens according to the settings, and logs what happens to connections and to the certificate. */
export function openListener(parts: ListenerParts): Listener {
  const { config, sources, clock, log, exchange, shared } = parts;
  const { host, port, tlsCert, tlsKey, connectionsPerSourceMax } = config;
  const tooMany = new OccasionalWarning(log, "a source has too many connections open", clock);
  return listen(
    {
      host,
      port,
      sharesPort: shared !== undefined,
      certificate: tlsCert === null || tlsKey === null ? null : { certFile: tlsCert, keyFile: tlsKey },
      sourceLimit: {
        connectionsMax: connectionsPerSourceMax,
        ...(shared === undefined ? {} : { counted: shared.sourcesCounted }),
        sourceOf: (peerAddress) => sources.connectionKeyOf(peerAddress),
        onRefused: (source) => tooMany.warn({ source, connections_per_source_max: connectionsPerSourceMax }),
      },
      onCertificateReplaced: () => log.info("the certificate was replaced"),
      onCertificateUnusable: (error) =>
        log.error("the new certificate is unusable, the old one stays", { reason: reasonOf(error) }),
      onFault: (error) => log.error("a connection failed", { reason: reasonOf(error) }),
    },
    exchange,
    limitsOfOne(shared?.threads ?? 1),
  );
}
