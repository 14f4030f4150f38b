import { expect, test } from "bun:test";
import { type Curve, curveOfBuckets, emptyCurve, joinedCurves, nearestPlace, withReading } from "./curve.ts";

const bucket = (ms: number, mean: number, count = 1) => ({
  at: new Date(ms).toISOString(),
  count,
  avg: mean,
  min: mean - 1,
  max: mean + 1,
  last: mean,
});
const curve = curveOfBuckets([bucket(1000, 10, 3), bucket(2000, 20), bucket(9000, 90)]);

const points = ({ atMs, mean, min, max, last, count }: Curve) =>
  Array.from(atMs, (ms, nth) => [ms, mean[nth], min[nth], max[nth], last[nth], count[nth]]);

test("shows the middle between the extremes if a sum overflowed", () => {
  const huge = { ...bucket(0, 0), avg: null, min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
  expect(curveOfBuckets([huge]).mean[0]).toBe(0);
});

test("adds a reading to its bucket: count, average, extremes and last value", () => {
  expect(points(withReading(curve, 1000, 1999, 14))[0]).toEqual([1000, 11, 9, 14, 14, 4]);
});

test("inserts a new bucket in its place, and changes nothing else", () => {
  const grown = withReading(curve, 1000, 5500, 7);
  expect(points(grown)[2]).toEqual([5000, 7, 7, 7, 7, 1]);
  expect(points(grown).filter((_, nth) => nth !== 2)).toEqual(points(curve));
  expect(points(withReading(emptyCurve, 1000, 5500, 7))).toEqual([[5000, 7, 7, 7, 7, 1]]);
});

test("joins curves with all points in order", () => {
  expect(points(joinedCurves([curve, emptyCurve, curveOfBuckets([bucket(10_000, 1)])])).length).toBe(4);
});

test("finds the nearest point on either side, only if it is near enough", () => {
  expect(nearestPlace(curve, 1400, 1000)).toBe(0);
  expect(nearestPlace(curve, 1600, 1000)).toBe(1);
  expect(nearestPlace(curve, 20_000, 20_000)).toBe(2);
  expect(nearestPlace(curve, 5000, 1000)).toBeNull();
  expect(nearestPlace(emptyCurve, 5000, 1e9)).toBeNull();
});
