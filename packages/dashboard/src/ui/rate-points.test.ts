import { expect, test } from "bun:test";
import { ratePoints } from "./rate-points.ts";

const startMs = Date.parse("2026-03-01T12:00:00Z");
const minuteMs = 60_000;
const counts = (accepted: number[], rejected: number[], minutes = 10) => ({
  readings_per_minute: 347,
  series: {
    from: "2026-03-01T12:00:00.000000Z",
    to: "2026-03-01T13:00:00.000000Z",
    bucket_s: minutes * 60,
    accepted,
    rejected,
    duplicates: [],
    saved: [],
    already_stored: [],
    ended: [],
    dead: [],
  },
});

test("end with the rate of the figure beside the curve, however little of the current stretch is over", () => {
  for (const seconds of [0, 1, 60, 599]) {
    const nowMs = startMs + 10 * minuteMs + seconds * 1000;
    const points = ratePoints(counts([0, 1735, 0, 0], [0, 0, 0, 0]), nowMs);
    expect(points).toEqual([
      { atMs: startMs, accepted: 0, rejected: 0 },
      { atMs: nowMs, accepted: 347, rejected: 0 },
    ]);
  }
});

test("average the rejected readings at the end over at least five minutes", () => {
  const last = (rejected: number[], atMs: number, minutes?: number) =>
    ratePoints(counts(rejected, rejected, minutes), startMs + atMs).at(-1)?.rejected;
  expect(last([0, 30], 12 * minuteMs)).toBe(30 / 12);
  expect(last([0, 30], 16 * minuteMs)).toBe(30 / 6);
  expect(last([6, 6, 6, 6, 6, 6, 6, 3], 7.5 * minuteMs, 1)).toBeCloseTo((6 * 5 + 3) / 5.5);
  expect(last([30], 1 * minuteMs)).toBe(30 / 5);
});

test("have no current rate in a range that is over", () => {
  expect(
    ratePoints(counts([10, 20], [0, 0]), startMs + 60 * minuteMs).map(({ accepted }) => accepted),
  ).toEqual([1, 2]);
  expect(ratePoints({ readings_per_minute: 3, series: null }, startMs)).toEqual([]);
});
