import { expect, test } from "bun:test";
import fc from "fast-check";
import { axisLabels, axisLines, axisRange, fixedRange, withNearLimits } from "./value-axis.ts";

const linesMax = 8;

/** The axis of a chart of values from `low` to `high`. */
function linesFor(low: number, high: number): number[] {
  return axisLines(...axisRange(low, high), linesMax);
}

test.each([
  [
    [25, 27.5, 30, 32.5],
    ["25.0", "27.5", "30.0", "32.5"],
  ],
  [
    [0, 0.25, 0.5, 0.75, 1],
    ["0.00", "0.25", "0.50", "0.75", "1.00"],
  ],
  [
    [12_345_678, 12_345_680],
    ["12,345,678", "12,345,680"],
  ],
  [
    [-2e9, -1e9, 0, 1e9],
    ["−2e9", "−1e9", "0", "1e9"],
  ],
  [
    [5e-10, 1e-9, 1.5e-9],
    ["5e−10", "1e−9", "1.5e−9"],
  ],
])("labels the lines %j with their exact values", (lines, labels) => {
  expect(axisLabels(lines)).toEqual(labels);
});

test.each([
  [20, 34, [20, 22.5, 25, 27.5, 30, 32.5, 35]],
  [16, 33, [15, 17.5, 20, 22.5, 25, 27.5, 30, 32.5]],
  [0.1, 0.3, [0.1, 0.15, 0.2, 0.25, 0.3]],
  [1e-9, 1e-9, [9.6e-10, 9.8e-10, 1e-9, 1.02e-9, 1.04e-9]],
  [1.5e300, 1.5e300, [1.44e300, 1.46e300, 1.48e300, 1.5e300, 1.52e300, 1.54e300, 1.56e300]],
])("draws round lines for values from %d to %d", (low, high, lines) => {
  expect(linesFor(low, high)).toEqual(lines);
});

const edges = fc
  .tuple(
    fc.double({ noNaN: true, min: -1e307, max: 1e307 }),
    fc.double({ noNaN: true, min: -1e307, max: 1e307 }),
  )
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

const near = fc
  .tuple(fc.integer(), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -30, max: 30 }))
  .map(([low, more, power]) => [Number(`${low}e${power}`), Number(`${low + more}e${power}`)] as const);

test("draws a few lines among any values, each labelled with its exact value", () => {
  fc.assert(
    fc.property(fc.oneof(edges, near), ([low, high]) => {
      const [bottom, top] = axisRange(low, high);
      const lines = axisLines(bottom, top, linesMax);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(linesMax + 1);
      // The rounding error that a line may have. For values that hardly differ, the last bit is a visible part of their
      // range.
      const nothing = (top - bottom) * 1e-9 + Math.max(Math.abs(bottom), Math.abs(top)) * Number.EPSILON;
      for (const line of lines) expect(line >= bottom - nothing && line <= top + nothing).toBe(true);
      expect(axisLabels(lines).map(plain).map(Number)).toEqual(lines);
      expect(new Set(axisLabels(lines)).size).toBe(lines.length);
    }),
    { numRuns: 5000 },
  );
});

test("shows values that are only off or only on between off and on", () => {
  for (const value of [0, 1]) expect(linesFor(value, value)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});

test("draws a steady value in the middle, even with rounding noise", () => {
  expect(axisRange(20, 20)).toEqual([19, 21]);
  const [low, high] = axisRange(0.3, 0.1 + 0.2);
  expect([low, high]).toEqual([expect.closeTo(0.285), expect.closeTo(0.315)]);
});

test.each([
  [{ min: null, max: null }, [0, 10]],
  [{ min: -5, max: null }, [-5, 10]],
  [{ min: null, max: 4 }, [0, 4]],
  [{ min: 2, max: 3 }, [2, 3]],
  // The values lie beyond the fixed end.
  [{ min: 20, max: null }, [20, 21]],
  [{ min: null, max: -20 }, [-21, -20]],
] as const)("keeps the ends of an axis that somebody fixed: %j", (ends, range) => {
  expect(fixedRange([0, 10], ends)).toEqual([...range] as [number, number]);
});

test("makes room for a limit near the values, and not for one that would squeeze them", () => {
  expect(withNearLimits(20, 30, [35])).toEqual([20, 35]);
  expect(withNearLimits(20, 30, [12, 500])).toEqual([12, 30]);
  expect(withNearLimits(20, 20, [20.5, 40])).toEqual([20, 20.5]);
});

/** A label as code writes the number. */
function plain(label: string): string {
  return label.replaceAll(",", "").replaceAll("−", "-");
}
