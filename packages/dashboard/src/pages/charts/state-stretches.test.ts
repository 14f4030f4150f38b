import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { shareOn, stateStretches } from "./state-stretches.ts";

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
    [50, 7],
    [60, 1],
    [80, 1],
  ]);
  expect(stateStretches(curve, 10, span)).toEqual([
    { isOn: false, fromMs: 0, toMs: 40 },
    { isOn: true, fromMs: 40, toMs: 100 },
  ]);
});

test("leaves out times without readings, and times outside the span", () => {
  const curve = curveOf([...[-20, -10, 0, 10, 20].map((at) => [at, 1] as const), [80, 0], [90, 0]]);
  const stretches = stateStretches(curve, 10, span);
  expect(stretches).toEqual([
    { isOn: true, fromMs: 0, toMs: 45 },
    { isOn: false, fromMs: 80, toMs: 100 },
  ]);
  expect(shareOn(stretches)).toBeCloseTo(45 / 65);
});

test("has no share without readings", () => {
  expect(shareOn(stateStretches(curveOf([]), 10, span))).toBe(0);
});
