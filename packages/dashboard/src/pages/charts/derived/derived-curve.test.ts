import { expect, test } from "bun:test";
import { type Curve, newCurve } from "../curve.ts";
import { derivedCurve } from "./derived-curve.ts";

function curveOf(points: readonly (readonly [ms: number, value: number])[]): Curve {
  const curve = newCurve(points.length);
  for (const [nth, [ms, value]] of points.entries()) {
    curve.atMs[nth] = ms;
    for (const column of [curve.mean, curve.min, curve.max, curve.last]) column[nth] = value;
    curve.count[nth] = 1;
  }
  return curve;
}

const pointsOf = ({ atMs, mean }: Curve) => Array.from(atMs, (ms, nth) => [ms, mean[nth]]);
const used = (points: readonly (readonly [number, number])[]) => ({ curve: curveOf(points), widthMs: 10 });
const difference = ([a = 0, b = 0]: ArrayLike<number> & Iterable<number>) => a - b;
const evaluate = (values: ArrayLike<number>) => difference(values as Float64Array);

test("has a value wherever all of its series have one", () => {
  const [a, b] = [
    used([
      [0, 5],
      [10, 6],
      [20, 7],
    ]),
    used([
      [0, 1],
      [10, 2],
      [20, 3],
    ]),
  ];
  expect(pointsOf(derivedCurve([a, b], evaluate))).toEqual([
    [0, 4],
    [10, 4],
    [20, 4],
  ]);
});

test("uses the last value of a series whose times differ, but not across a gap", () => {
  const a = used([
    [0, 5],
    [10, 6],
    [20, 7],
    [1000, 8],
  ]);
  const b = used([
    [4, 1],
    [14, 2],
    [24, 3],
  ]);
  expect(pointsOf(derivedCurve([a, b], evaluate))).toEqual([
    [4, 4],
    [10, 5],
    [14, 4],
    [20, 5],
    [24, 4],
  ]);
});

test("leaves out points without a value", () => {
  const a = used([
    [0, 1],
    [10, 0],
    [20, 4],
  ]);
  const inverse = (values: ArrayLike<number>) => (values[0] === 0 ? undefined : 1 / values[0]!);
  expect(pointsOf(derivedCurve([a], inverse))).toEqual([
    [0, 1],
    [20, 0.25],
  ]);
});
