import { contains, limitKey, type Network, parseAddress } from "../../platform/address.ts";
import type { RequestHeaders } from "../http/request-head.ts";

/** Distinct addresses whose key is remembered, so that the usual request parses no address. */
const knownAddressesMax = 10_000;

/**
 * Under which key a request is counted: the peer's address, or, when the peer is a configured proxy, the right-most
 * hop of X-Forwarded-For that is not one. Everything left of that hop was written by strangers.
 */
export class SourceKeys {
  readonly #trustedProxies: readonly Network[];
  readonly #keys = new Map<string, string>();

  constructor(trustedProxies: readonly Network[]) {
    this.#trustedProxies = trustedProxies;
  }

  /** Whether what a request says of whom it comes from may count. */
  get trustsProxies(): boolean {
    return this.#trustedProxies.length > 0;
  }

  keyOf(peerAddress: string, headers: RequestHeaders): string {
    return this.keyOfAddress(this.addressOf(peerAddress, headers));
  }

  /**
   * What an open connection is counted by: its peer, because there is no request yet that could say more. Null for a
   * configured proxy, whose connections are those of many clients.
   */
  connectionKeyOf(peerAddress: string): string | null {
    return this.#isTrusted(peerAddress) ? null : this.keyOfAddress(peerAddress);
  }

  /** Whether the client came over TLS to the proxy in front, going by the word of a trusted one. */
  isSecureByProxy(peerAddress: string, headers: RequestHeaders): boolean {
    return headers.get("x-forwarded-proto") === "https" && this.#isTrusted(peerAddress);
  }

  /** The address itself. */
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

  /** Of an address that `addressOf` found. */
  keyOfAddress(addressText: string): string {
    const known = this.#keys.get(addressText);
    if (known !== undefined) return known;
    const address = parseAddress(addressText);
    const key = address === null ? addressText : limitKey(address);
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
