/**
 * Internet addresses and networks as bytes: 4 for IPv4, 16 for IPv6.
 *
 * An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the same host as its IPv4 address, so it becomes those 4 bytes: a caller
 * never has to compare the two forms. Parsing is strict, because an address that two programs read differently (`010.0.0.1`) is
 * a way around a limit or a list of trusted proxies.
 */
export interface Network {
  /** As it was written. */
  readonly text: string;
  /** The first address of the network. */
  readonly address: Uint8Array;
  readonly prefixBits: number;
}

/** Parses an IPv4 or IPv6 address; a zone (`fe80::1%eth0`) is left out. Returns null if it is not an address. */
export function parseAddress(text: string): Uint8Array | null {
  if (!text.includes(":")) return parseIpv4(text);
  const zoneAt = text.indexOf("%");
  if (zoneAt === text.length - 1) return null;
  const bytes = parseIpv6(zoneAt < 0 ? text : text.slice(0, zoneAt));
  return bytes !== null && isMapped(bytes) ? bytes.slice(mappedPrefixBytes) : bytes;
}

/**
 * Parses `address/prefix`, or a bare address as the network of that one host. Bits after the prefix (`10.1.2.3/8`) and zones
 * are refused: they suggest that something narrower was meant.
 */
export function parseNetwork(text: string): Network | null {
  const [addressText = "", prefixText, ...rest] = text.split("/");
  if (rest.length > 0 || addressText.includes("%")) return null;
  const address = parseAddress(addressText);
  if (address === null) return null;
  if (prefixText === undefined) return { text, address, prefixBits: address.length * 8 };

  if (!/^(0|[1-9]\d{0,2})$/.test(prefixText)) return null;
  const wasMapped = address.length === 4 && addressText.includes(":");
  const prefixBits = Number(prefixText) - (wasMapped ? mappedPrefixBytes * 8 : 0);
  if (prefixBits < 0 || prefixBits > address.length * 8) return null;
  return hasBitsBehind(address, prefixBits) ? null : { text, address, prefixBits };
}

export function contains(network: Network, address: Uint8Array): boolean {
  if (address.length !== network.address.length) return false;
  const wholeBytes = network.prefixBits >> 3;
  for (let i = 0; i < wholeBytes; i++) if (address[i] !== network.address[i]) return false;
  const restBits = network.prefixBits & 7;
  if (restBits === 0) return true;
  return (address[wholeBytes]! ^ network.address[wholeBytes]!) >> (8 - restBits) === 0;
}

/**
 * Returns the key that a source is counted by: an IPv4 address by itself, an IPv6 address by its /64, because one host commonly
 * owns a whole /64 and could otherwise take a fresh budget with every request.
 */
export function limitKey(address: Uint8Array): string {
  if (address.length === 4) return address.join(".");
  const group = (index: number) => ((address[index * 2]! << 8) | address[index * 2 + 1]!).toString(16);
  return `${group(0)}:${group(1)}:${group(2)}:${group(3)}::/64`;
}

/** Returns the key of a source in text. One that is no address is counted by its text. */
export function sourceKey(source: string): string {
  const address = parseAddress(source);
  return address === null ? source : limitKey(address);
}

const mappedPrefixBytes = 12;

function isMapped(bytes: Uint8Array): boolean {
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}

function hasBitsBehind(address: Uint8Array, prefixBits: number): boolean {
  for (let bit = prefixBits; bit < address.length * 8; bit++) {
    if ((address[bit >> 3]! >> (7 - (bit & 7))) & 1) return true;
  }
  return false;
}

const ipv4Pattern = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function parseIpv4(text: string): Uint8Array | null {
  const match = ipv4Pattern.exec(text);
  if (match === null) return null;
  const bytes = new Uint8Array(4);
  for (let i = 0; i < 4; i++) {
    const digits = match[i + 1]!;
    const value = Number(digits);
    if (value > 255 || (digits.length > 1 && digits[0] === "0")) return null;
    bytes[i] = value;
  }
  return bytes;
}

function parseIpv6(text: string): Uint8Array | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0]!, halves.length === 1);
  if (halves.length === 1) return head?.length === 16 ? Uint8Array.from(head) : null;

  const tail = parseGroups(halves[1]!, true);
  // "::" stands for at least one group of zeros, so at most seven groups may be written beside it.
  if (head === null || tail === null || head.length + tail.length > 14) return null;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  bytes.set(tail, 16 - tail.length);
  return bytes;
}

/** Returns the bytes of colon-separated groups; if `endsAddress`, the last may be a dotted IPv4 address. */
function parseGroups(text: string, endsAddress: boolean): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (endsAddress && index === groups.length - 1 && group.includes(".")) {
      const ipv4 = parseIpv4(group);
      if (ipv4 === null) return null;
      bytes.push(...ipv4);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return null;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

/** Returns whether a host is this machine itself, so that nobody else can be behind it. */
export function isLoopback(host: string): boolean {
  const address = parseAddress(host);
  if (address === null) return host.toLowerCase() === "localhost";
  if (address.length === 4) return address[0] === 127;
  return address.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

/** Returns the host that a `Host` header names, without its port and without the brackets of an IPv6 address. */
export function hostWithoutPort(header: string): string {
  return header.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
