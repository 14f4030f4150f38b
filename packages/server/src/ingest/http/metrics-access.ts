import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopback } from "../../platform/address.ts";
import type { RequestHead, RequestHeaders } from "./request-head.ts";

/** Whether a request may read the metrics of the whole installation. */
export type MetricsAccess = (head: RequestHead, peerAddress: string) => boolean;

/** What proxies add. With any of them, the peer is a proxy and not who asks. */
const forwardingHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Metrics are for the operator: whoever knows the token, or is on this machine. A reverse proxy on this machine is on it
 * too and must not let the whole world in, so a request counts as local only without any header of a proxy and when it
 * names this machine as its host. (A proxy that adds no header and rewrites the host cannot be told apart; it must not
 * pass /metrics on.)
 */
export function createMetricsAccess(token: string | null): MetricsAccess {
  const expected = token === null ? null : hashOf(token);
  return ({ headers }, peerAddress) => {
    const given = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    // Of hashes, which have one length, so that the time of the comparison tells nothing.
    if (given !== undefined) return expected !== null && timingSafeEqual(hashOf(given), expected);
    return isLoopback(peerAddress) && isAskedDirectly(headers);
  };
}

function isAskedDirectly(headers: RequestHeaders): boolean {
  if (forwardingHeaders.some((name) => headers.get(name) !== null)) return false;
  const host = headers.get("host");
  return host === null || isLoopback(host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1"));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
