import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { columnWidthMs, decimated } from "./decimate.ts";

function everySecond(values: readonly number[]) {
  const curve = newCurve(values.length);
  for (const [nth, value] of values.entries()) {
    curve.atMs[nth] = nth * 1000;
    for (const column of [curve.mean, curve.min, curve.max, curve.last]) column[nth] = value;
    curve.count[nth] = 1;
  }
  return curve;
}

test("keeps every extreme, however many points are merged", () => {
  const values = Array.from({ length: 10_000 }, (_, nth) => Math.sin(nth) * (nth % 997));
  for (const widthMs of [2000, 8192, 65_536, 1e9]) {
    const { min, max } = decimated(everySecond(values), widthMs);
    expect(Math.min(...min)).toBe(Math.min(...values));
    expect(Math.max(...max)).toBe(Math.max(...values));
  }
});

test("weighs every reading the same in the mean, and adds up the counts", () => {
  const { mean, count, last } = decimated(everySecond([1, 2, 3, 10, 20]), 3000);
  expect([...mean]).toEqual([2, 15]);
  expect([...count]).toEqual([3, 2]);
  expect([...last]).toEqual([3, 20]);
});

test("chooses stretches independently of where the curve begins, so that nothing flickers while it moves", () => {
  const values = Array.from({ length: 100 }, (_, nth) => nth % 7);
  const whole = decimated(everySecond(values), 4000);
  const shifted = everySecond(values);
  const rest = decimated(
    {
      ...shifted,
      ...Object.fromEntries(Object.entries(shifted).map(([name, column]) => [name, column.subarray(8)])),
    },
    4000,
  );
  expect([...rest.max]).toEqual([...whole.max].slice(2));
});

test("makes a column at least one pixel wide and less than two", () => {
  for (const spanMs of [1000, 3.6e6, 8.64e7, 3.2e10]) {
    const ratio = columnWidthMs(spanMs, 800) / (spanMs / 800);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThan(2);
  }
});
