import { contains, type Network, parseAddress, parseNetwork } from "../platform/address.ts";

/**
 * Decides which addresses messages of chains may be sent to: the public internet, and the networks on the operator's allow
 * list. Authors of chains could otherwise reach what only this machine can reach: services beside it, its network, and the
 * credentials that clouds provide at a special address.
 *
 * Most of IPv6 is unused, so its rule is reversed: only global unicast is allowed, except the parts that are not public and
 * those that wrap an IPv4 address for a tunnel or translator. A mapped address (::ffff:192.0.2.1) counts as its IPv4 address.
 * An address that a NAT64 translator turns into an IPv4 address counts as that one, because behind such a translator every IPv4
 * host has one.
 */
export class AddressGuard {
  readonly #allowed: readonly Network[];

  constructor(allowed: readonly Network[]) {
    this.#allowed = allowed;
  }

  /** Anything but an address in its plain form is refused. */
  lets(address: string): boolean {
    const bytes = parseAddress(address);
    if (bytes === null) return false;
    return isWithin(this.#allowed, bytes) || isPublic(bytes);
  }
}

/** From IANA's registries of special-purpose addresses. */
const closedIpv4 = networks(
  "0.0.0.0/8", // this host, this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers (CGNAT); Alibaba's metadata at 100.100.100.200
  "127.0.0.0/8", // loopback
  "168.63.129.16", // Azure's platform services
  "169.254.0.0/16", // link-local; nearly every cloud's metadata at 169.254.169.254
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments; Oracle's metadata at 192.0.0.192
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // multicast tunnels (AMT)
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
);

const globalIpv6 = networks("2000::/3");
const closedIpv6 = networks(
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID and others
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3ffe::/16", // 6bone, given back
  "3fff::/20", // documentation
);

const nat64 = networks("64:ff9b::/96");
const nat64PrefixBytes = 12;

function isPublic(bytes: Uint8Array): boolean {
  if (bytes.length === 4) return !isWithin(closedIpv4, bytes);
  if (isWithin(nat64, bytes)) return isPublic(bytes.subarray(nat64PrefixBytes));
  return isWithin(globalIpv6, bytes) && !isWithin(closedIpv6, bytes) && !isIsatap(bytes);
}

/** An IPv4 address in an IPv6 network of a site (RFC 5214): the interface part begins with 0000:5efe or 0200:5efe. */
function isIsatap(bytes: Uint8Array): boolean {
  return (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function isWithin(list: readonly Network[], bytes: Uint8Array): boolean {
  return list.some((network) => contains(network, bytes));
}

function networks(...texts: string[]): Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === null) throw new Error(`${text} is not a network.`);
    return network;
  });
}
