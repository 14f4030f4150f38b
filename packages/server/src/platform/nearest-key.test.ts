import { expect, test } from "bun:test";
import { nearestKey } from "./nearest-key.ts";

const known = ["port", "host", "rate_limit", "rate_limit_sources_max", "tls_cert", "tls_key"];

test.each([
  ["prot", "port"],
  ["ports", "port"],
  ["rateLimit", "rate_limit"],
  ["RATE-LIMIT", "rate_limit"],
  ["rate_limits", "rate_limit"],
  ["rate_limit_source_max", "rate_limit_sources_max"],
  ["tls_certificate", null],
  ["tlskey", "tls_key"],
  ["colour", null],
  ["", null],
  ["x", null],
  ["p".repeat(100_000), null],
])("takes %p for %p", (misspelt, expected) => {
  expect(nearestKey(misspelt, known)).toBe(expected);
});
