import { expect, test } from "bun:test";
import { bucketClock, bucketStartMs, clockTileAt, clockTileSpan, clockTiles } from "./bucket-clock.ts";
import { dayMs } from "./span.ts";

const zone = "Europe/Berlin";
const days = bucketClock(dayMs, dayMs, zone);
const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ["2026-01-15T22:59:59Z", "2026-01-14T23:00:00.000Z"],
  ["2026-01-15T23:00:00Z", "2026-01-15T23:00:00.000Z"],
  ["2026-07-15T22:00:00Z", "2026-07-15T22:00:00.000Z"],
  // The clocks are put back on this day, which has 25 hours.
  ["2026-10-25T22:30:00Z", "2026-10-24T22:00:00.000Z"],
])("begins a day at midnight in the reader's zone: %s", (at, start) => {
  expect(iso(bucketStartMs(days, Date.parse(at)))).toBe(start);
});

test("separates tiles of days at midnight too, so that no day is in two tiles", () => {
  const tile = clockTileAt(days, Date.parse("2026-11-18T12:00:00Z"));
  const { fromMs, toMs } = clockTileSpan(days, tile);
  expect([fromMs, toMs].map((ms) => bucketStartMs(days, ms))).toEqual([fromMs, toMs]);
  expect(clockTileAt(days, fromMs)).toBe(tile);
  expect(clockTileAt(days, toMs - 1)).toBe(tile);
  expect(clockTileAt(days, toMs)).toBe(tile + 1);
  expect(clockTiles(days, { fromMs: toMs - dayMs, toMs: toMs + dayMs })).toEqual([tile, tile + 1]);
});

test("counts other widths in UTC, and days that nobody asked for", () => {
  expect(bucketClock(dayMs, null, zone).zone).toBeNull();
  const hours = bucketClock(3_600_000, 3_600_000, zone);
  expect(iso(bucketStartMs(hours, Date.parse("2026-01-15T22:59:59Z")))).toBe("2026-01-15T22:00:00.000Z");
});
