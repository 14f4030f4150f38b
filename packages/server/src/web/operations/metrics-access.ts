import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHead, RequestHeaders } from "../../ingest/http/request-head.ts";
import { hostWithoutPort, isLoopback } from "../../platform/address.ts";

/** Returns whether a request may read the metrics of the whole installation. */
export type MetricsAccess = (head: RequestHead, peerAddress: string) => boolean;

/** Headers that proxies add. With any of them, the peer is a proxy and not the client. */
const forwardingHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Metrics are for the operator: a client that knows the token, or is on this machine. A reverse proxy on this machine must not
 * let everybody in, so a request counts as local only if it has no header of a proxy and names this machine as its host. (A
 * proxy that adds no header and rewrites the host cannot be recognised; it must not pass /metrics on.)
 */
export function createMetricsAccess(token: string | null): MetricsAccess {
  const expected = token === null ? null : hashOf(token);
  return ({ headers }, peerAddress) => {
    const given = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    // Hashes have one length, so the time of the comparison reveals nothing.
    if (given !== undefined) return expected !== null && timingSafeEqual(hashOf(given), expected);
    return isLoopback(peerAddress) && isAskedDirectly(headers);
  };
}

function isAskedDirectly(headers: RequestHeaders): boolean {
  if (forwardingHeaders.some((name) => headers.get(name) !== null)) return false;
  const host = headers.get("host");
  return host === null || isLoopback(hostWithoutPort(host));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
