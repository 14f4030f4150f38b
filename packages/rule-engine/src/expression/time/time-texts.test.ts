import { expect, test } from "bun:test";
import fc from "fast-check";
import { RunFailure } from "../run-failure.ts";
import { formatDuration, parseDuration } from "./duration-text.ts";
import { formatTimestamp, parseTimestamp } from "./timestamp-text.ts";

const microseconds = fc.maxSafeInteger();

test("parses every timestamp back as it was formatted", () => {
  fc.assert(fc.property(microseconds, (atUs) => parseTimestamp(formatTimestamp(atUs)) === atUs));
});

test("parses every duration back as it was formatted", () => {
  fc.assert(fc.property(microseconds, (us) => Object.is(parseDuration(formatDuration(us)) + 0, us + 0)));
});

test.each([
  ["2026-11-15T08:30:00Z", 1_794_731_400_000_000],
  ["2026-11-15T08:30:00.000001Z", 1_794_731_400_000_001],
  ["2026-11-15T08:30:00.0000019Z", 1_794_731_400_000_001],
  ["2026-11-15T09:30:00+01:00", 1_794_731_400_000_000],
  ["2026-11-14T23:00:00-09:30", 1_794_731_400_000_000],
  ["1969-12-31T23:59:59.999999Z", -1],
])("timestamp %s", (text, atUs) => {
  expect(parseTimestamp(text)).toBe(atUs);
});

test.each([
  ["1h", 3_600_000_000],
  ["1h30m", 5_400_000_000],
  ["-1.5h", -5_400_000_000],
  ["+90s", 90_000_000],
  ["0.000001s", 1],
  ["1ms500us", 1_500],
  ["2000ns", 2],
  ["0s", 0],
])("duration %s", (text, us) => {
  expect(parseDuration(text)).toBe(us);
});

test.each([
  "",
  "2026-11-15",
  "2026-11-15 08:30:00Z",
  "2026-11-15T08:30:00",
  "2026-13-01T00:00:00Z",
  "2026-02-29T00:00:00Z",
  "2026-11-15T24:00:00Z",
  "2026-11-15T08:60:00Z",
  "2026-11-15T08:30:60Z",
  "2026-11-15T08:30:00+24:00",
  "2026-11-15T08:30:00.Z",
  "0001-01-01T00:00:00Z",
  "0026-11-15T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "+275760-09-13T00:00:00Z",
  "２０２６-11-15T08:30:00Z",
  `2026-11-15T08:30:00.${"1".repeat(5_000)}Z`,
])("refuses %p as a timestamp", (text) => {
  expect(() => parseTimestamp(text)).toThrow(RunFailure);
});

test.each([
  "",
  "5",
  "h",
  "1 h",
  "1d",
  "1h-5m",
  "--1h",
  "1.h",
  ".5h",
  "1e3s",
  "1ns",
  "0.0000001s",
  "3000000000h",
  "1.0000000000001s",
  "1h".repeat(30),
  "9".repeat(5_000),
])("refuses %p as a duration", (text) => {
  expect(() => parseDuration(text)).toThrow(RunFailure);
});
