import { expect, test } from "bun:test";
import { alignCurves } from "./align-curves.ts";
import { newCurve } from "./curve.ts";
import { gapAboveMs } from "./gaps.ts";

function curveAt(times: readonly number[], count = 1) {
  const curve = newCurve(times.length);
  curve.atMs.set(times);
  curve.mean.set(times);
  curve.count.fill(count);
  return curve;
}
const every = (stepMs: number, length: number, fromMs = 0) =>
  Array.from({ length }, (_, nth) => fromMs + nth * stepMs);

test("treats one empty bucket as a gap if buckets have several readings", () => {
  const above = gapAboveMs(curveAt(every(1000, 50), 4), 1000);
  expect(above).toBeGreaterThan(1000);
  expect(above).toBeLessThan(2000);
});

test("treats the usual distance as no gap if readings are rarer than buckets", () => {
  const above = gapAboveMs(curveAt(every(60_000, 50)), 1000);
  expect(above).toBeGreaterThan(2 * 60_000);
  expect(above).toBeLessThan(3 * 60_000);
});

test("finds the usual distance despite some gaps, and no gaps among too few points", () => {
  const times = [...every(1000, 100), ...every(1000, 100, 1e6), ...every(1000, 100, 5e6)];
  expect(gapAboveMs(curveAt(times), 1000)).toBe(2500);
  expect(gapAboveMs(curveAt([5]), 1000)).toBe(Number.POSITIVE_INFINITY);
});

test("empties a gap from end to end, also at the times of other curves", () => {
  const broken = { curve: curveAt([0, 1000, 9000, 10_000]), gapAboveMs: 2500 };
  const whole = { curve: curveAt(every(2000, 6, 500)), gapAboveMs: 2500 };
  const [times, mean, , , other] = alignCurves([broken, whole]);
  const inside = times.map((ms, nth) => [ms, mean![nth]]).filter(([ms]) => ms! > 1000 && ms! < 9000);
  expect(inside.length).toBe(5);
  for (const [, value] of inside) expect(value).toBeNull();
  expect(times.map((ms, nth) => [ms, mean![nth]]).filter(([, value]) => typeof value === "number")).toEqual([
    [0, 0],
    [1000, 1000],
    [9000, 9000],
    [10_000, 10_000],
  ]);
  expect(other!.includes(null)).toBe(false);
});

test("shows neither a value nor a gap before the first and after the last point", () => {
  const [, mean] = alignCurves([
    { curve: curveAt([5000]), gapAboveMs: 100 },
    { curve: curveAt([0, 9000]), gapAboveMs: 1e9 },
  ]);
  expect(mean).toEqual([undefined, 5000, undefined]);
});
