import type { TCPSocketListener } from "bun";
import { createRenderer } from "./answer.ts";
import {
  type CertificateFiles,
  readCertificate,
  type TlsPair,
  watchCertificate,
} from "./certificate-files.ts";
import { Connection } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import { HeldBytes } from "./held-bytes.ts";
import type { ConnectionTimes } from "./patience.ts";
import { SourceConnections, type SourceLimit } from "./source-connections.ts";

/**
 * The cipher suites offered for TLS 1.2: with forward secrecy, so that a stolen key does not open recorded connections, and
 * with authenticated encryption. TLS 1.3 has no others; older versions are not supported.
 */
const tlsSuites = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other threads listen on the same port too. */
  readonly sharesPort?: boolean;
  /** Null for plain HTTP. */
  readonly certificate: CertificateFiles | null;
  /** Null for no limit. */
  readonly sourceLimit: SourceLimit | null;
  readonly onCertificateReplaced: () => void;
  readonly onCertificateUnusable: (error: unknown) => void;
  /** Called when the exchange has thrown, which it should not; its client gets a 500. */
  readonly onFault: (error: unknown) => void;
}

export interface Listener {
  readonly url: string;
  readonly connections: number;
  /** Memory that is held for clients that do not read their answers, or send ahead of them. */
  readonly heldBytes: number;
  /** Accepts no more connections, lets begun requests finish for up to `timeoutMs`, then closes. */
  drain(timeoutMs: number): Promise<void>;
}

export interface ListenerLimits extends ConnectionTimes {
  readonly staleCheckMs: number;
  /** Past this many, a new connection is closed at once. */
  readonly connectionsMax: number;
  /** Past this many held bytes, the connections that have held theirs for longest are closed. */
  readonly heldBytesMax: number;
}

const usualLimits: ListenerLimits = {
  idleMs: 30_000,
  requestMs: 120_000,
  trickleMs: 10_000,
  lingerMs: 2000,
  staleCheckMs: 5000,
  connectionsMax: 20_000,
  heldBytesMax: 128 * 1024 * 1024,
};

/** Returns the share of one listener in the limits for all listeners. */
export function limitsOfOne(listeners: number): ListenerLimits {
  const { connectionsMax, heldBytesMax, ...others } = usualLimits;
  return {
    ...others,
    connectionsMax: Math.ceil(connectionsMax / listeners),
    heldBytesMax: Math.ceil(heldBytesMax / listeners),
  };
}

/**
 * Listens for HTTP/1.1, plain or with TLS, and passes requests to the exchange. It uses the bare socket, because Bun's own HTTP
 * server spends 8 us of 19 on each request that is not answered at once, and every answer here waits for the disk; see
 * docs/decisions/0007.
 */
export function listen(options: ListenerOptions, exchange: Exchange, limits = usualLimits): Listener {
  const { certificate, sharesPort = false } = options;
  /** The source that each connection counts for. */
  const connections = new Map<Connection, string | null>();
  const sources = new SourceConnections(options.sourceLimit);
  const held = new HeldBytes(limits.heldBytesMax, relieve);
  const { onFault } = options;
  const connectionOptions = { exchange, render: createRenderer(certificate !== null), held, onFault };
  let listener = open(options.port, certificate === null ? null : readCertificate(certificate));
  const watch =
    certificate === null ? null : watchCertificate(certificate, replace, options.onCertificateUnusable);
  const staleCheck = setInterval(() => {
    const nowMs = performance.now();
    for (const connection of connections.keys()) connection.closeIfStale(nowMs, limits);
  }, limits.staleCheckMs);

  function open(port: number, tls: TlsPair | null): TCPSocketListener<Connection> {
    const listening = {
      hostname: options.host,
      port,
      // With TLS, a second listener takes over when the certificate changes.
      reusePort: tls !== null || sharesPort,
      exclusive: tls === null && !sharesPort,
      ...(tls === null ? {} : { tls: { cert: tls.cert, key: tls.key, ciphers: tlsSuites } }),
    };
    return Bun.listen<Connection>({
      ...listening,
      // A client that has finished sending may still be waiting for its answer.
      allowHalfOpen: true,
      socket: {
        open(socket) {
          if (connections.size >= limits.connectionsMax) {
            socket.end();
            return;
          }
          const counted = sources.open(socket.remoteAddress);
          if (!counted.ok) {
            socket.end();
            return;
          }
          socket.data = new Connection(socket, connectionOptions);
          connections.set(socket.data, counted.source);
        },
        // Without this, Bun reports a TLS connection only after its handshake, and one that never completes it would stay.
        handshake: () => undefined,
        data: (socket, piece) => socket.data?.received(piece),
        drain: (socket) => socket.data?.drained(),
        end: (socket) => socket.data?.ended(),
        close(socket) {
          sources.close(connections.get(socket.data) ?? null);
          connections.delete(socket.data);
          socket.data?.closed();
        },
        // This also receives what a callback above has thrown; only the requests on this connection are lost.
        error: (socket, error) => socket.data?.fault(error),
      },
    });
  }

  /**
   * Closes the connections that have kept the server waiting for longest. A client that reads its answers never waits for long,
   * and one that does not must make room. Continues down to three quarters of the limit, so that the next byte does not exceed
   * it again.
   */
  function relieve(): void {
    const holders = [...connections.keys()].filter(({ holding }) => holding.bytes > 0);
    holders.sort((a, b) => a.holding.sinceMs - b.holding.sinceMs);
    for (const holder of holders) {
      if (held.bytes <= limits.heldBytesMax * 0.75) return;
      holder.abort();
    }
  }

  /**
   * New connections get the new certificate; open ones keep theirs. A connection that is being opened at this very moment may
   * be reset: its client connects again.
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
    get connections() {
      return connections.size;
    },
    get heldBytes() {
      return held.bytes;
    },
    async drain(timeoutMs) {
      watch?.stop();
      listener.stop(false);
      for (const connection of connections.keys()) connection.drain();
      const deadlineMs = performance.now() + timeoutMs;
      while (connections.size > 0 && performance.now() < deadlineMs) await Bun.sleep(5);
      clearInterval(staleCheck);
      for (const connection of connections.keys()) connection.abort();
    },
  };
}
