import { expect, test } from "bun:test";
import { retryAfterMs } from "./retry-after.ts";

const nowMs = Date.UTC(2026, 4, 31, 23, 59, 30);

test.each([
  ["0", 0],
  ["7", 7000],
  ["3600", 3_600_000],
  ["3601", 3_600_000],
  ["99999999999999999999", 3_600_000],
  ["Mon, 01 Jun 2026 00:00:00 GMT", 30_000],
  ["Sun, 31 May 2026 23:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 3_600_000],
  ["-1", null],
  ["1.5", null],
  ["1e3", null],
  ["", null],
  ["soon", null],
  ["2026-06-01T00:00:00Z", null],
  ["Mon, 01 Foo 2026 00:00:00 GMT", null],
  ["Mon, 01 Jun 2026 00:00:00 CET", null],
  [undefined, null],
])("reads Retry-After: %p as %p ms", (header, waitMs) => {
  expect(retryAfterMs(header, nowMs)).toBe(waitMs);
});
