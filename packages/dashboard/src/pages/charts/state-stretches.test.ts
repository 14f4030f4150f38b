import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { shareOf, stateStretches } from "./state-stretches.ts";

function curveOf(points: readonly (readonly [atMs: number, last: number])[]) {
  const curve = newCurve(points.length);
  for (const [nth, [atMs, last]] of points.entries()) {
    curve.atMs[nth] = atMs;
    curve.last[nth] = last;
    curve.count[nth] = 1;
  }
  return curve;
}

const span = { fromMs: 0, toMs: 100 };

test("joins equal states and lets the last one continue until now", () => {
  const curve = curveOf([
    ...[0, 10, 20, 30].map((at) => [at, 0] as const),
    [40, 1],
    [50, 1],
    [60, 1],
    [80, 1],
  ]);
  expect(stateStretches(curve, 10, span)).toEqual([
    { value: 0, fromMs: 0, toMs: 40 },
    { value: 1, fromMs: 40, toMs: 100 },
  ]);
});

test("leaves out times without readings, and times outside the span", () => {
  const curve = curveOf([...[-20, -10, 0, 10, 20].map((at) => [at, 1] as const), [80, 0], [90, 0]]);
  const stretches = stateStretches(curve, 10, span);
  expect(stretches).toEqual([
    { value: 1, fromMs: 0, toMs: 45 },
    { value: 0, fromMs: 80, toMs: 100 },
  ]);
  expect(shareOf(stretches, 1)).toBeCloseTo(45 / 65);
});

test("has no share without readings", () => {
  expect(shareOf(stateStretches(curveOf([]), 10, span), 1)).toBe(0);
});
