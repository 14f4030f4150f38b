import type { TCPSocketListener } from "bun";
import {
  type CertificateFiles,
  readCertificate,
  type TlsPair,
  watchCertificate,
} from "./certificate-files.ts";
import { Connection } from "./connection.ts";
import type { Exchange } from "./exchange.ts";

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
const idleMs = 30_000;
/** A request has to be received within this time, so that nobody holds a connection with a trickle. */
const requestMs = 120_000;
const staleCheckMs = 5000;
/** Past this many a new connection is closed at once. */
const connectionsMax = 20_000;

/**
 * Listens for HTTP/1.1, plain or with TLS, and gives each connection to the exchange. Written on the bare socket,
 * because Bun's own HTTP server spends 8 us of 19 on each request that is answered later than at once, and every
 * answer here waits for the disk; see docs/decisions/0007.
 */
export function listen(options: ListenerOptions, exchange: Exchange): Listener {
  const { certificate } = options;
  const connections = new Set<Connection>();
  let listener = open(options.port, certificate === null ? null : readCertificate(certificate));
  const watch =
    certificate === null ? null : watchCertificate(certificate, replace, options.onCertificateUnusable);
  const staleCheck = setInterval(() => {
    const nowMs = performance.now();
    for (const connection of connections) connection.closeIfStale(nowMs, idleMs, requestMs);
  }, staleCheckMs);

  function open(port: number, tls: TlsPair | null): TCPSocketListener<Connection> {
    const listening = {
      hostname: options.host,
      port,
      // Only with TLS, where a second listener takes over when the certificate changes.
      reusePort: tls !== null,
      exclusive: tls === null,
      ...(tls === null ? {} : { tls: { cert: tls.cert, key: tls.key } }),
    };
    return Bun.listen<Connection>({
      ...listening,
      socket: {
        open(socket) {
          if (connections.size >= connectionsMax) {
            socket.end();
            return;
          }
          socket.data = new Connection(socket, exchange);
          connections.add(socket.data);
        },
        data: (socket, piece) => socket.data?.received(piece),
        drain: (socket) => socket.data?.drained(),
        close: (socket) => void connections.delete(socket.data),
        error: (socket) => void socket.end(),
      },
    });
  }

  /**
   * New connections get the new certificate; open ones go on with theirs. One that is being opened at this very moment
   * may be reset: a client simply connects again.
   */
  function replace(tls: TlsPair): void {
    const previous = listener;
    listener = open(previous.port, tls);
    previous.stop(false);
    options.onCertificateReplaced();
  }

  return {
    get url() {
      const host = options.host.includes(":") ? `[${options.host}]` : options.host;
      return `${certificate === null ? "http" : "https"}://${host}:${listener.port}`;
    },
    async drain(timeoutMs) {
      watch?.stop();
      clearInterval(staleCheck);
      listener.stop(false);
      for (const connection of connections) connection.drain();
      const deadlineMs = performance.now() + timeoutMs;
      while (connections.size > 0 && performance.now() < deadlineMs) await Bun.sleep(5);
      for (const connection of connections) connection.abort();
    },
  };
}
