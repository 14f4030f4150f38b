import { expect, test } from "bun:test";
import { countScale, valueScale } from "./sparkline-scale.ts";

test("starts counts at zero, so that twice as high is twice as many", () => {
  expect(countScale([50, 100, 75])).toEqual({ low: 0, span: 100 });
  expect(countScale([0, 0])).toEqual({ low: 0, span: 1 });
});

test("fills the height with values that vary", () => {
  expect(valueScale([10, 20, 15], 1)).toEqual({ low: 10, span: 10 });
  expect(valueScale([-5, 5], null)).toEqual({ low: -5, span: 10 });
});

test("keeps the noise of a steady sensor small, in the middle of the height", () => {
  const { low, span } = valueScale([1012.9, 1013.1], 1);
  expect(0.2 / span).toBeLessThan(0.01);
  expect(low + span / 2).toBeCloseTo(1013);
});

test("scales values near zero by their shown digits, because a share of the value says nothing", () => {
  const { span } = valueScale([0.01, 0.04], 1);
  expect(span).toBe(1);
});

test("draws a value that never changes neither low nor high", () => {
  const { low, span } = valueScale([21.5, 21.5], null);
  expect((21.5 - low) / span).toBeCloseTo(0.5);
  expect(valueScale([0, 0], null).span).toBe(0);
});
