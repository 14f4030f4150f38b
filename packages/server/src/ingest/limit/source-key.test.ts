import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../platform/address.ts";
import { SourceKeys } from "./source-key.ts";

const proxies = ["10.0.0.0/8", "2001:db8:ff::/48"].map((text) => parseNetwork(text)!);

function keyOf(peerAddress: string, forwardedFor?: string, trusted = proxies): string {
  return new SourceKeys(trusted).keyOf(
    peerAddress,
    new Headers(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }),
  );
}

describe("without a proxy", () => {
  test("counts a source by its address, IPv6 by its /64, IPv4-mapped as IPv4", () => {
    expect(keyOf("192.0.2.1")).toBe("192.0.2.1");
    expect(keyOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(keyOf("2001:db8::1")).toBe(keyOf("2001:db8:0:0:ffff::9"));
    expect(keyOf("2001:db8::1")).not.toBe(keyOf("2001:db8:0:1::1"));
  });

  test("ignores forwarding headers of untrusted sources", () => {
    expect(keyOf("192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
    expect(keyOf("10.0.0.1", "198.51.100.7", [])).toBe("10.0.0.1");
  });
});

describe("behind a trusted proxy", () => {
  test.each([
    ["one hop", "198.51.100.7", "198.51.100.7"],
    ["the right-most stranger", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
    ["the stranger behind a row of proxies", "198.51.100.7, 10.1.1.1 ,10.2.2.2", "198.51.100.7"],
    ["an IPv4-mapped hop", "::ffff:198.51.100.7", "198.51.100.7"],
    ["an address with a port", "198.51.100.7:1234", "198.51.100.7"],
    ["an IPv6 address with a port", "[2001:db8:1::1]:1234", "2001:db8:1:0::/64"],
    ["an IPv6 address without one", "2001:db8:1::1", "2001:db8:1:0::/64"],
    ["a bracketed IPv6 address", "[2001:db8:1::1]", "2001:db8:1:0::/64"],
    ["the farthest proxy where there are only proxies", "10.1.1.1, 10.2.2.2", "10.1.1.1"],
  ])("uses %s as the source", (_what, forwardedFor, key) => {
    expect(keyOf("10.0.0.1", forwardedFor)).toBe(key);
    expect(keyOf("::ffff:10.0.0.1", forwardedFor)).toBe(key);
    expect(keyOf("2001:db8:ff::1", forwardedFor)).toBe(key);
  });

  test.each([
    "unknown",
    "_hidden",
    "",
    "198.51.100.7, ",
    "198.51.100",
    "010.0.0.1",
    "[198.51.100.7",
    "[2001:db8:1::1",
    "[]:80",
    "<script>",
  ])("stops at the proxy that sent a hop that is no address (%p)", (forwardedFor) => {
    expect(keyOf("10.0.0.1", forwardedFor)).toBe("10.0.0.1");
  });

  test("counts the proxy itself as the source without a forwarding header", () => {
    expect(keyOf("10.0.0.1")).toBe("10.0.0.1");
  });
});

test("finds the right keys for more addresses than are remembered", () => {
  const sources = new SourceKeys([]);
  const none = new Headers();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 25_000; i++) {
      const address = `203.0.${i >> 8}.${i & 255}`;
      if (sources.keyOf(address, none) !== address) throw new Error(`Wrong key for ${address}.`);
    }
  }
  expect(sources.keyOf("unknown", none)).toBe("unknown");
});

test("counts open connections by their peer, except those of trusted proxies", () => {
  const sources = new SourceKeys([parseNetwork("10.0.0.0/8")!]);
  expect(sources.connectionKeyOf("203.0.113.9")).toBe("203.0.113.9");
  expect(sources.connectionKeyOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(sources.connectionKeyOf("2001:db8:1:2::1")).toBe(sources.connectionKeyOf("2001:db8:1:2:3::4")!);
  expect(sources.connectionKeyOf("10.1.2.3")).toBeNull();
});
