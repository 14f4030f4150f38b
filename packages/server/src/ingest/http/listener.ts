import type { Ingest } from "../ingest.ts";
import type { Operations } from "./operations.ts";

export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsPair | null;
}

export interface Listener {
  readonly url: string;
  /** Takes new connections with another certificate; open ones keep theirs. */
  useCertificate(tls: TlsPair): void;
  /** Takes no more connections, lets begun requests finish for up to `timeoutMs`, then closes. */
  drain(timeoutMs: number): Promise<void>;
}

/** A connection that says nothing for this long is closed. */
const idleTimeoutS = 30;
/** Bun's own limit would answer without our headers, so it is put out of the way; readBody holds the real one. */
const bunBodyBytesMax = Number.MAX_SAFE_INTEGER;

/** The one place that knows Bun's HTTP server: hands requests to ingest, or to the routes for operators. */
export function listen(options: ListenerOptions, ingest: Ingest, operations: Operations): Listener {
  let server = serve(options);

  function serve({ host, port, tls }: ListenerOptions): Bun.Server<undefined> {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: idleTimeoutS,
      maxRequestBodySize: bunBodyBytesMax,
      development: false,
      // Only with TLS: a second listener takes over when the certificate changes.
      ...(tls === null ? {} : { tls: { cert: tls.cert, key: tls.key }, reusePort: true }),
      fetch(request, self) {
        const path = operationPath(request.url);
        const operation = path === null ? null : operations(path, request);
        return operation ?? ingest(request, self.requestIP(request)?.address ?? "unknown");
      },
    });
  }

  return {
    get url() {
      return server.url.origin;
    },
    useCertificate(tls) {
      const previous = server;
      server = serve({ host: options.host, port: previous.port ?? options.port, tls });
      void previous.stop(false);
    },
    async drain(timeoutMs) {
      void server.stop(false);
      const deadlineMs = performance.now() + timeoutMs;
      while (server.pendingRequests > 0 && performance.now() < deadlineMs) await Bun.sleep(5);
      await server.stop(true);
    },
  };
}

/** The path of a request outside the device API, null inside it. */
function operationPath(url: string): string | null {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (url.startsWith("/api/", start)) return null;
  const query = url.indexOf("?", start);
  return url.slice(start, query < 0 ? undefined : query);
}
