import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  accountSlots,
  lastDay,
  lastDayEdges,
  sensorSlots,
  seriesBuckets,
  wholeSlots,
} from "./statistics-range.ts";

const nowMs = Date.parse("2026-06-15T12:34:56.789Z");
const at = (text: string): number => Date.parse(`2026-06-${text}Z`);

describe("the range", () => {
  test.each([
    ["account", accountSlots, "15T12:00:30", "15T12:30:01", "15T12:00:00", "15T12:31:00", 60],
    ["account", accountSlots, "15T12:00:00", "15T12:30:00", "15T12:00:00", "15T12:30:00", 60],
    ["account", accountSlots, "14T12:34:56", "15T12:34:56", "14T12:34:00", "15T12:35:00", 60],
    ["account", accountSlots, "14T12:34:55", "15T12:34:56", "14T12:34:00", "15T12:35:00", 60],
    ["account", accountSlots, "13T12:34:56", "15T12:34:56", "13T12:34:00", "15T12:35:00", 3600],
    ["device", sensorSlots, "15T06:34:00", "15T12:30:01", "15T06:30:00", "15T12:35:00", 300],
    ["device", sensorSlots, "14T12:34:56", "15T12:34:56", "14T12:30:00", "15T12:35:00", 3600],
  ])(
    "of %s is widened to whole fine slots, and knows which slots exist",
    (_, slots, from, to, first, last, unitS) => {
      expect(wholeSlots({ fromMs: at(from), toMs: at(to) }, slots, nowMs)).toEqual({
        fromMs: at(first),
        toMs: at(last),
        unitS,
      });
    },
  );
});

describe("buckets", () => {
  test("of a day in 24 points are hours, of an hour in 60 points minutes", () => {
    const day = wholeSlots({ fromMs: nowMs - 86_400_000, toMs: nowMs }, sensorSlots, nowMs);
    expect(seriesBuckets(day, 24)).toMatchObject({ bucketS: 3600, edgesMs: { length: 26 } });
    const hour = wholeSlots({ fromMs: nowMs - 3_600_000, toMs: nowMs }, accountSlots, nowMs);
    expect(seriesBuckets(hour, 60)).toMatchObject({ bucketS: 60, edgesMs: { length: 62 } });
  });

  test("cover the range in whole slots, and are about as many as asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 * 86_400_000 }),
        fc.integer({ min: 0, max: 400 * 86_400_000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom(accountSlots, sensorSlots),
        (spanMs, agoMs, points, slots) => {
          const asked = { fromMs: nowMs - agoMs - spanMs, toMs: nowMs - agoMs };
          const range = wholeSlots(asked, slots, nowMs);
          const { bucketS, edgesMs } = seriesBuckets(range, points);
          expect(bucketS % range.unitS).toBe(0);
          expect(edgesMs[0]! % (bucketS * 1000)).toBe(0);
          expect(edgesMs[0]!).toBeLessThanOrEqual(asked.fromMs);
          expect(edgesMs.at(-1)!).toBeGreaterThanOrEqual(asked.toMs);
          expect(edgesMs.length - 1).toBeLessThanOrEqual(points + 2);
        },
      ),
    );
  });
});

test("covers the current hour and the 23 before it as the last day", () => {
  const edges = lastDayEdges(nowMs);
  expect(edges).toHaveLength(25);
  expect(edges[0]).toBe(at("14T13:00:00"));
  expect(edges.at(-1)).toBe(at("15T13:00:00"));
  expect(lastDay(nowMs)).toEqual({ fromMs: edges[0]!, toMs: edges.at(-1)! });
  expect(lastDay(at("15T12:00:00")).fromMs).toBe(at("14T13:00:00"));
});
