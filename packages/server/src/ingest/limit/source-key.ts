import { contains, type Network, parseAddress, sourceKey } from "../../platform/address.ts";
import type { RequestHeaders } from "../http/request-head.ts";

/** Addresses whose key is remembered, so that most requests parse no address. */
const knownAddressesMax = 10_000;

/**
 * Finds the key under which a request is counted: the peer's address, or, if the peer is a configured proxy, the right-most hop
 * of X-Forwarded-For that is not one. Everything left of that hop was written by strangers.
 */
export class SourceKeys {
  readonly #trustedProxies: readonly Network[];
  readonly #keys = new Map<string, string>();

  constructor(trustedProxies: readonly Network[]) {
    this.#trustedProxies = trustedProxies;
  }

  /** Whether any proxy is trusted to name the client of a request. */
  get trustsProxies(): boolean {
    return this.#trustedProxies.length > 0;
  }

  keyOf(peerAddress: string, headers: RequestHeaders): string {
    return this.keyOfAddress(this.addressOf(peerAddress, headers));
  }

  /**
   * Returns the key under which an open connection is counted: its peer, because no request has named a client yet. Null for a
   * configured proxy, whose connections carry many clients.
   */
  connectionKeyOf(peerAddress: string): string | null {
    return this.#isTrusted(peerAddress) ? null : this.keyOfAddress(peerAddress);
  }

  /** Returns whether the client used TLS to the proxy in front, according to a trusted proxy. */
  isSecureByProxy(peerAddress: string, headers: RequestHeaders): boolean {
    const forwarded = headers.get("x-forwarded-proto");
    if (forwarded === null) return false;
    // Of several proxies, the nearest has written the last word.
    const nearest = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
    return nearest.toLowerCase() === "https" && this.#isTrusted(peerAddress);
  }

  /** Returns the client's address itself. */
  addressOf(peerAddress: string, headers: RequestHeaders): string {
    if (this.#trustedProxies.length === 0) return peerAddress;
    const forwardedFor = headers.get("x-forwarded-for");
    if (forwardedFor === null) return peerAddress;
    const hops = forwardedFor.split(",");
    let source = peerAddress;
    while (hops.length > 0 && this.#isTrusted(source)) {
      const hop = withoutPort(hops.pop()!.trim());
      if (parseAddress(hop) === null) break;
      source = hop;
    }
    return source;
  }

  #isTrusted(addressText: string): boolean {
    const address = parseAddress(addressText);
    return address !== null && this.#trustedProxies.some((network) => contains(network, address));
  }

  /** Returns the key of an address that `addressOf` returned. */
  keyOfAddress(addressText: string): string {
    const known = this.#keys.get(addressText);
    if (known !== undefined) return known;
    const key = sourceKey(addressText);
    if (this.#keys.size >= knownAddressesMax) this.#keys.clear();
    this.#keys.set(addressText, key);
    return key;
  }
}

/** Some proxies write `address:port` or `[address]:port`. */
function withoutPort(hop: string): string {
  if (hop.startsWith("[")) return hop.includes("]") ? hop.slice(1, hop.indexOf("]")) : hop;
  const colon = hop.indexOf(":");
  return colon >= 0 && colon === hop.lastIndexOf(":") ? hop.slice(0, colon) : hop;
}
