import { expect, test } from "bun:test";
import { bucketWidthMs, tileAt, tileSpan, tilesFor, widthWithin } from "./bucket-tiles.ts";
import { covers, type Preset, presetLengthsMs } from "./span.ts";

const nowMs = Date.UTC(2026, 10, 15, 9, 0, 0);
const minute = 60_000;
const day = 1440 * minute;

test.each([
  ["1h", 10_000],
  ["24h", 5 * minute],
  ["30d", 2 * 60 * minute],
  ["1y", day],
] as [Preset, number][])("%s in 500 points takes buckets of %d ms", (preset, widthMs) => {
  expect(bucketWidthMs({ fromMs: nowMs - presetLengthsMs[preset], toMs: nowMs }, 500)).toBe(widthMs);
});

test("gives a width to a span of fifty years too", () => {
  expect(bucketWidthMs({ fromMs: 0, toMs: 50 * 365 * day }, 1)).toBe(365 * day);
});

test("covers the span with a margin by adjacent tiles without gaps", () => {
  const span = { fromMs: nowMs - day, toMs: nowMs };
  const tiles = tilesFor(span, 5 * minute);
  for (const [nth, tile] of tiles.entries()) expect(tile).toBe(tiles[0]! + nth);
  const held = {
    fromMs: tileSpan(tiles[0]!, 5 * minute).fromMs,
    toMs: tileSpan(tiles.at(-1)!, 5 * minute).toMs,
  };
  expect(covers(held, { fromMs: span.fromMs - day / 2, toMs: span.toMs + day / 2 })).toBe(true);
});

test("needs no other tile for a small pan, and every instant belongs to one tile", () => {
  const span = { fromMs: nowMs - day, toMs: nowMs };
  const moved = { fromMs: span.fromMs + minute, toMs: span.toMs + minute };
  expect(tilesFor(moved, 5 * minute)).toEqual(tilesFor(span, 5 * minute));
  const { fromMs, toMs } = tileSpan(7, minute);
  expect([tileAt(fromMs, minute), tileAt(toMs - 1, minute), tileAt(toMs, minute)]).toEqual([7, 7, 8]);
});

test("starts no tile before 1970", () => {
  expect(tilesFor({ fromMs: 0, toMs: day }, 5 * minute)[0]).toBe(0);
});

test("uses the wanted width unless the span has too many such buckets", () => {
  const hour = { fromMs: 0, toMs: 3_600_000 };
  expect(widthWithin(hour, 600, null)).toBe(10_000);
  expect(widthWithin(hour, 600, 60_000)).toBe(60_000);
  expect(widthWithin(hour, 600, 2000)).toBe(2000);
  expect(widthWithin(hour, 600, 1000)).toBe(10_000);
});
