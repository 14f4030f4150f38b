import { expect, test } from "bun:test";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import { createMetricsAccess } from "./metrics-access.ts";

const token = "a-token-of-the-operator";

function asks(headers: Record<string, string>, peer: string, expected: string | null = token): boolean {
  const get = (name: string) => headers[name] ?? null;
  const head = { method: "GET", target: "/metrics", headers: { get } } as RequestHead;
  return createMetricsAccess(expected)(head, peer);
}

test.each([
  ["127.0.0.1", "127.0.0.1:8080"],
  ["127.8.8.8", "localhost"],
  ["::1", "[::1]:8080"],
  ["::ffff:127.0.0.1", "localhost:8080"],
])("accepts %s with the host %s", (peer, host) => {
  expect([asks({ host }, peer), asks({ host }, peer, null)]).toEqual([true, true]);
});

test.each(["192.0.2.1", "10.0.0.7", "fd00::1", "::ffff:192.0.2.1", ""])(
  "refuses %p without the token",
  (peer) => {
    expect(asks({ host: "127.0.0.1:8080" }, peer)).toBe(false);
  },
);

test.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"])(
  "treats a request with %s as one from a proxy, wherever the proxy is",
  (name) => {
    expect(asks({ host: "localhost", [name]: "127.0.0.1" }, "127.0.0.1")).toBe(false);
  },
);

test("refuses a local request that names another host, as through a proxy or DNS rebinding", () => {
  expect(asks({ host: "weir.example.org" }, "127.0.0.1")).toBe(false);
});

test("accepts the token from anywhere, and nothing else", () => {
  const from = (authorization: string, expected: string | null = token) =>
    asks({ host: "weir.example.org", authorization }, "192.0.2.1", expected);
  expect([from(`Bearer ${token}`), from(`bearer ${token}`)]).toEqual([true, true]);
  expect([from("Bearer wrong"), from("Bearer "), from(`Bearer ${token}x`), from(`Basic ${token}`)]).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  expect([from("Bearer null", null), from("Bearer undefined", null)]).toEqual([false, false]);
});
