import { apiErrors } from "@weir/protocol/errors";
import type { Ingest } from "../ingest.ts";
import {
  type CertificateFiles,
  readCertificate,
  type TlsPair,
  watchCertificate,
} from "./certificate-files.ts";
import type { Operations } from "./operations.ts";

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Null for plain HTTP. */
  readonly certificate: CertificateFiles | null;
  readonly onCertificateReplaced: () => void;
  readonly onCertificateUnusable: (error: unknown) => void;
}

export interface Listener {
  readonly url: string;
  /** Takes no more connections, lets begun requests finish for up to `timeoutMs`, then closes. */
  drain(timeoutMs: number): Promise<void>;
}

/** A connection that says nothing for this long is closed. */
const idleTimeoutS = 30;
/** Bun's own limit would answer without our headers, so it is put out of the way; readBody holds the real one. */
const bunBodyBytesMax = Number.MAX_SAFE_INTEGER;

/** The one place that knows Bun's HTTP server: hands requests to ingest, or to the routes for operators. */
export function listen(options: ListenerOptions, ingest: Ingest, operations: Operations): Listener {
  const { certificate } = options;
  let server = serve(options.port, certificate === null ? null : readCertificate(certificate));
  /** Listeners of earlier certificates, which may still have requests to finish. */
  const former: Bun.Server<undefined>[] = [];
  const watch =
    certificate === null ? null : watchCertificate(certificate, replace, options.onCertificateUnusable);

  function serve(port: number, tls: TlsPair | null): Bun.Server<undefined> {
    return Bun.serve({
      hostname: options.host,
      port,
      idleTimeout: idleTimeoutS,
      maxRequestBodySize: bunBodyBytesMax,
      development: false,
      ...(tls === null ? {} : { tls: { cert: tls.cert, key: tls.key } }),
      // Only with TLS, where a second listener takes over when the certificate changes; Bun's own default is true.
      reusePort: tls !== null,
      fetch(request, self) {
        const path = operationPath(request.url);
        const operation = path === null ? null : operations(path, request);
        return operation ?? ingest(request, self.requestIP(request)?.address ?? "unknown");
      },
      // Ingest answers its own faults; what ends up here has no budget or request id to show.
      error() {
        const { status, message, code } = apiErrors.serverError;
        return Response.json({ message, error: code }, { status });
      },
    });
  }

  /**
   * New connections get the new certificate; requests begun on the old one are finished. Idle connections are closed,
   * and one that is being opened at this very moment may be reset: a client simply connects again.
   */
  function replace(tls: TlsPair): void {
    const previous = server;
    server = serve(previous.port ?? options.port, tls);
    former.push(previous);
    void previous.stop(false);
    options.onCertificateReplaced();
  }

  return {
    get url() {
      return server.url.origin;
    },
    async drain(timeoutMs) {
      watch?.stop();
      void server.stop(false);
      const all = [...former, server];
      const deadlineMs = performance.now() + timeoutMs;
      while (all.some((one) => one.pendingRequests > 0) && performance.now() < deadlineMs) await Bun.sleep(5);
      await Promise.all(all.map((one) => one.stop(true)));
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
