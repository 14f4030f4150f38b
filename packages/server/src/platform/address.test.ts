import { expect, test } from "bun:test";
import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import {
  contains,
  hostWithoutPort,
  isLoopback,
  limitKey,
  type Network,
  parseAddress,
  parseNetwork,
} from "./address.ts";

const bytesOf = (text: string) => {
  const bytes = parseAddress(text);
  return bytes === null ? null : [...bytes];
};
const network = (text: string): Network => {
  const parsed = parseNetwork(text);
  if (parsed === null) throw new Error(`${text} is not a network`);
  return parsed;
};
const address = (text: string): Uint8Array => {
  const parsed = parseAddress(text);
  if (parsed === null) throw new Error(`${text} is not an address`);
  return parsed;
};

const ipv4Bytes = fc.uint8Array({ minLength: 4, maxLength: 4 });
/** Never IPv4-mapped: the first byte is 0x20, as in global unicast addresses. */
const ipv6Bytes = fc
  .uint8Array({ minLength: 15, maxLength: 15 })
  .map((rest) => Uint8Array.from([0x20, ...rest]));
const anyBytes = fc.oneof(ipv4Bytes, ipv6Bytes);

function plainText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  return groups.join(":");
}

function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
}

function masked(bytes: Uint8Array, prefixBits: number): Uint8Array {
  const bits = bitsOf(bytes)
    .slice(0, prefixBits)
    .padEnd(bytes.length * 8, "0");
  return Uint8Array.from({ length: bytes.length }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2),
  );
}

test("reads addresses in every form of RFC 4291", () => {
  expect(bytesOf("0.0.0.0")).toEqual([0, 0, 0, 0]);
  expect(bytesOf("192.0.2.255")).toEqual([192, 0, 2, 255]);
  expect(bytesOf("::")).toEqual(new Array(16).fill(0));
  expect(bytesOf("::1")).toEqual([...new Array(15).fill(0), 1]);
  expect(bytesOf("2001:DB8::8:800:200c:417a")).toEqual([
    0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 8, 8, 0, 0x20, 0x0c, 0x41, 0x7a,
  ]);
  expect(bytesOf("1:2:3:4:5:6:7::")).toEqual([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]);
  expect(bytesOf("64:ff9b::192.0.2.33")).toEqual([
    0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 192, 0, 2, 33,
  ]);
  expect(bytesOf("1:2:3:4:5:6:1.2.3.4")?.slice(12)).toEqual([1, 2, 3, 4]);
});

test("reads an IPv4-mapped address as its IPv4 address", () => {
  expect(bytesOf("::ffff:192.0.2.1")).toEqual([192, 0, 2, 1]);
  expect(bytesOf("::FFFF:c000:201")).toEqual([192, 0, 2, 1]);
  expect(bytesOf("0:0:0:0:0:ffff:192.0.2.1")).toEqual([192, 0, 2, 1]);
  expect(bytesOf("::192.0.2.1")).toHaveLength(16);
  expect(bytesOf("::fffe:192.0.2.1")).toHaveLength(16);
});

test.each(["::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::", "2001:0:7f00:1::1"])(
  "reads %s, which only carries an IPv4 address, as an IPv6 address",
  (text) => {
    expect(bytesOf(text)).toHaveLength(16);
    expect(isLoopback(text)).toBe(false);
  },
);

test.each([
  "localhost",
  "LOCALHOST",
  "127.0.0.1",
  "127.255.255.254",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::1%lo",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
])("recognises %s as this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  "",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0.0.0.0",
  "::",
  "::2",
  "[::1]",
  "10.0.0.1",
  "fe80::1%lo",
  "localhost.example.org",
])("does not take %p for this machine", (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each([
  ["weir.example.org", "weir.example.org"],
  ["weir.example.org:8080", "weir.example.org"],
  ["127.0.0.1:8080", "127.0.0.1"],
  ["[::1]", "::1"],
  ["[::1]:8080", "::1"],
  ["[::1]8080", "[::1]8080"],
  ["", ""],
])("reads the host of the header %p", (header, host) => {
  expect(hostWithoutPort(header)).toBe(host);
});

test("leaves the zone out of an IPv6 address", () => {
  expect(bytesOf("fe80::1%eth0")).toEqual(bytesOf("fe80::1"));
  expect(bytesOf("fe80::1%")).toBeNull();
  expect(bytesOf("192.0.2.1%eth0")).toBeNull();
});

const notAddresses = [
  ["", " ", "localhost", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4 ", " 1.2.3.4"],
  [
    "256.0.0.1",
    "1.2.3.1000",
    "01.2.3.4",
    "1.2.3.00",
    "0x1.2.3.4",
    "1.2.3.-4",
    "+1.2.3.4",
    "१.2.3.4",
    "1.2.3.4\n",
  ],
  [
    ":",
    ":::",
    "::1::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8",
    "1:2:3:4:5:6:7:8::",
    ":1:2:3:4:5:6:7",
  ],
  [
    "1:2:3:4:5:6:7:",
    "12345::",
    "g::",
    "[::1]",
    "::1]",
    "::1.2.3",
    "::1.2.3.256",
    "::01.2.3.4",
    "1.2.3.4::",
    "::1 ",
  ],
  // Other programs read these as 127.0.0.1 or another address.
  ["127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001"],
  ["::ffff:0177.0.0.1", "::ffff:0x7f.0.0.1", "::ffff:127.1", "::ffff:2130706433", "::0x7f.1.1.1"],
  ["1:2:3:4:5:6:7:1.2.3.4", "::1.2.3.4:5", "1.2.3.4:8080", "%eth0"],
].flat();
test.each(notAddresses)("refuses %p as an address", (text) => {
  expect(parseAddress(text)).toBeNull();
  expect(parseNetwork(text)).toBeNull();
});

test("reads every address back from its text", () => {
  fc.assert(fc.property(anyBytes, (bytes) => expect(parseAddress(plainText(bytes))).toEqual(bytes)));
});

test("reads every shortened spelling of an IPv6 address as the same address", () => {
  const sparse = fc
    .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 7, maxLength: 7 })
    .map((groups) => Uint8Array.from([0x20, 0x01, ...groups.flatMap((group) => [group >> 8, group & 0xff])]));
  fc.assert(
    fc.property(sparse, (bytes) => {
      const shortest = new URL(`http://[${plainText(bytes)}]/`).hostname.slice(1, -1);
      expect(parseAddress(shortest)).toEqual(bytes);
      expect(parseAddress(shortest.toUpperCase())).toEqual(bytes);
    }),
  );
});

test("is not changed by mapping an IPv4 address into IPv6", () => {
  fc.assert(
    fc.property(ipv4Bytes, ipv4Bytes, (one, other) => {
      expect(parseAddress(`::ffff:${plainText(one)}`)).toEqual(one);
      const same = contains(network(`::ffff:${plainText(one)}`), other);
      expect(same).toBe(bitsOf(one) === bitsOf(other));
    }),
  );
});

test("agrees with the runtime's own check", () => {
  const unit = fc.constantFrom(...":::..0123456789af", "::", "ffff", "255", "1:2:3");
  const likely = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit, maxLength: 24 }));
  fc.assert(
    fc.property(likely, (text) => expect(parseAddress(text) !== null).toBe(isIPv4(text) || isIPv6(text))),
    { numRuns: 2000 },
  );
});

test("reads a bare address as the network of one host", () => {
  expect(network("192.0.2.1").prefixBits).toBe(32);
  expect(network("2001:db8::1").prefixBits).toBe(128);
  expect(network("::ffff:192.0.2.1").prefixBits).toBe(32);
  expect(contains(network("192.0.2.1"), address("192.0.2.1"))).toBe(true);
  expect(contains(network("192.0.2.1"), address("192.0.2.2"))).toBe(false);
});

test("contains the addresses of its prefix, and only of its own family", () => {
  expect(contains(network("10.0.0.0/8"), address("10.255.0.1"))).toBe(true);
  expect(contains(network("10.0.0.0/8"), address("11.0.0.0"))).toBe(false);
  expect(contains(network("172.16.0.0/12"), address("172.31.255.255"))).toBe(true);
  expect(contains(network("172.16.0.0/12"), address("172.32.0.0"))).toBe(false);
  expect(contains(network("10.0.0.0/8"), address("::ffff:10.1.2.3"))).toBe(true);
  expect(contains(network("::ffff:10.0.0.0/104"), address("10.1.2.3"))).toBe(true);
  expect(contains(network("0.0.0.0/0"), address("192.0.2.1"))).toBe(true);
  expect(contains(network("0.0.0.0/0"), address("::1"))).toBe(false);
  expect(contains(network("::/0"), address("192.0.2.1"))).toBe(false);
  expect(contains(network("2001:db8::/33"), address("2001:db8:7fff::1"))).toBe(true);
  expect(contains(network("2001:db8::/33"), address("2001:db8:8000::1"))).toBe(false);
});

test.each([
  "10.0.0.0/",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0.0.0/255.0.0.0",
  "/8",
  "::/129",

  "10.0.0.0/8 ",
  "10.1.2.3/8",
  "2001:db8::1/64",
  "::ffff:10.0.0.0/95",
  "::ffff:1.2.3.4/64",
  "fe80::%eth0/64",
])("refuses %p as a network", (text) => {
  expect(parseNetwork(text)).toBeNull();
});

test("contains an address exactly if their leading bits are equal", () => {
  const pair = fc.oneof(fc.tuple(ipv4Bytes, ipv4Bytes), fc.tuple(ipv6Bytes, ipv6Bytes));
  fc.assert(
    fc.property(pair, fc.nat(128), fc.nat(128), ([one, other], length, shared) => {
      const prefixBits = Math.min(length, one.length * 8);
      const first = masked(one, prefixBits);
      // Random addresses rarely share a prefix, so a run of leading bits is copied.
      const near = bitsOf(one).slice(0, shared) + bitsOf(other).slice(Math.min(shared, one.length * 8));
      const probe = Uint8Array.from(near.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2));
      const expected = bitsOf(probe).slice(0, prefixBits) === bitsOf(one).slice(0, prefixBits);
      expect(contains(network(`${plainText(first)}/${prefixBits}`), probe)).toBe(expected);
    }),
  );
});

test("refuses a network exactly if it has bits behind its prefix", () => {
  fc.assert(
    fc.property(anyBytes, fc.nat(128), (bytes, length) => {
      const prefixBits = Math.min(length, bytes.length * 8);
      const clean = bitsOf(masked(bytes, prefixBits)) === bitsOf(bytes);
      expect(parseNetwork(`${plainText(bytes)}/${prefixBits}`) !== null).toBe(clean);
    }),
  );
});

test("counts IPv4 sources one by one and IPv6 sources per /64", () => {
  expect(limitKey(address("192.0.2.1"))).toBe("192.0.2.1");
  expect(limitKey(address("::ffff:192.0.2.1"))).toBe("192.0.2.1");
  expect(limitKey(address("2001:db8:0:1:2:3:4:5"))).toBe("2001:db8:0:1::/64");
  expect(limitKey(address("2001:db8:0:1::"))).toBe("2001:db8:0:1::/64");
  expect(limitKey(address("2001:db8:0:2::"))).toBe("2001:db8:0:2::/64");
});

test("shares a limit between two sources exactly if the key, read as a network, contains both", () => {
  fc.assert(
    fc.property(anyBytes, anyBytes, fc.boolean(), (one, other, near) => {
      const probe =
        near && one.length === 16
          ? Uint8Array.from([...one.slice(0, 8), ...other, ...one]).slice(0, 16)
          : other;
      const counted = network(limitKey(one));
      expect(contains(counted, one)).toBe(true);
      expect(contains(counted, probe)).toBe(limitKey(one) === limitKey(probe));
    }),
  );
});
