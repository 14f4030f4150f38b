import { expect, test } from "bun:test";
import { arcPath, shareOf, zoneAt, zonesOf } from "./gauge-scale.ts";

const scale = { min: -30, max: 10, thresholds: [-10, -18, 50] };

test("a gauge splits its scale at the thresholds within it, from green to red", () => {
  expect(zonesOf(scale)).toEqual([
    { from: 0, to: 0.3, colour: "var(--ok)" },
    { from: 0.3, to: 0.5, colour: "var(--warn)" },
    { from: 0.5, to: 1, colour: "var(--bad)" },
  ]);
  expect(zonesOf({ ...scale, thresholds: [] })).toEqual([{ from: 0, to: 1, colour: "var(--accent)" }]);
});

test("a value at a threshold belongs to the zone above it", () => {
  const zones = zonesOf(scale);
  expect(zoneAt(shareOf(-18, scale), zones).colour).toBe("var(--warn)");
  expect(zoneAt(shareOf(-18.1, scale), zones).colour).toBe("var(--ok)");
});

test("values outside the scale are shown at its ends", () => {
  expect([shareOf(-99, scale), shareOf(99, scale)]).toEqual([0, 1]);
});

test("the arc of a gauge starts and ends at the same height and is highest in its middle", () => {
  expect(arcPath(0, 1, 100)).toBe("M-86.60 50.00A100 100 0 1 1 86.60 50.00");
  expect(arcPath(0.5, 1, 100)).toStartWith("M0.00 -100.00");
});
