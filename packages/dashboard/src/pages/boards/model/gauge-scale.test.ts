import { expect, test } from "bun:test";
import { arcPath, shareOf, zonesOf } from "./gauge-scale.ts";
import { scaleEnds } from "./tile-look.ts";
import { statusSteps } from "./value-status.ts";

const scale = { min: -30, max: 10 };

test("a gauge splits its scale at the thresholds within it", () => {
  expect(zonesOf(scale, statusSteps([-10, -18]))).toEqual([
    { from: 0, to: 0.3, status: "ok" },
    { from: 0.3, to: 0.5, status: "warning" },
    { from: 0.5, to: 1, status: "critical" },
  ]);
  const beyond = statusSteps([
    { from: -40, status: "info" },
    { from: 50, status: "critical" },
  ]);
  expect(zonesOf(scale, beyond)).toEqual([{ from: 0, to: 1, status: "info" }]);
  expect(zonesOf(scale, [])).toEqual([{ from: 0, to: 1, status: null }]);
});

test("a scale whose ends are not known reaches from 0 to 100, and always goes up", () => {
  const endsOf = (min: number | null, max: number | null) => Object.values(scaleEnds({ min, max }));
  expect(endsOf(null, null)).toEqual([0, 100]);
  expect(endsOf(-40, 85)).toEqual([-40, 85]);
  expect(endsOf(250, null)).toEqual([250, 350]);
  expect(endsOf(null, -18)).toEqual([-118, -18]);
  expect(endsOf(20, 5)).toEqual([20, 100]);
});

test("values outside the scale are shown at its ends", () => {
  expect([shareOf(-99, scale), shareOf(99, scale)]).toEqual([0, 1]);
});

test("the arc of a gauge starts and ends at the same height and is highest in its middle", () => {
  expect(arcPath(0, 1, 100)).toBe("M-86.60 50.00A100 100 0 1 1 86.60 50.00");
  expect(arcPath(0.5, 1, 100)).toStartWith("M0.00 -100.00");
});
