import { expect, test } from "bun:test";
import { formatMicros } from "../platform/instant.ts";
import { parseTimeUs } from "./parse-time-us.ts";

test.each([
  ["2026-06-15", "2026-06-15T00:00:00.000000Z"],
  ["2026-06-15T12:30", "2026-06-15T12:30:00.000000Z"],
  ["2026-06-15T12:30:05Z", "2026-06-15T12:30:05.000000Z"],
  ["2026-06-15 12:30:05.1234567Z", "2026-06-15T12:30:05.123456Z"],
  ["2026-06-15T12:30:05,5+02:00", "2026-06-15T10:30:05.500000Z"],
  ["2026-06-15T12:30:05 02:00", "2026-06-15T10:30:05.000000Z"],
  ["2026-06-15T12:30:05-0230", "2026-06-15T15:00:05.000000Z"],
  ["1781526605000001", "2026-06-15T12:30:05.000001Z"],
  ["0", "1970-01-01T00:00:00.000000Z"],
])("reads %s as %s", (text, instant) => {
  expect(formatMicros(parseTimeUs(text)!)).toBe(instant);
});

test("treats a time beyond the range of a double as later than all readings", () => {
  expect(parseTimeUs("9999-12-31")).toBe(Number.MAX_SAFE_INTEGER);
  expect(parseTimeUs("9999999999999999")).toBe(Number.MAX_SAFE_INTEGER);
});

test.each(["", "yesterday", "2026-02-30", "2026-06-15T24:30", "2026-06-15T12:60", "-5", "1e9", "2026-6-1"])(
  "refuses %p as a time",
  (text) => {
    expect(parseTimeUs(text)).toBeNull();
  },
);
