import { expect, test } from "bun:test";
import type uPlot from "uplot";
import { drawBands } from "./draw-bands.ts";

type Value = number | null | undefined;

/** A plot of one curve with one pixel for each unit. It records the filled areas. */
function plotOf(times: readonly number[], low: readonly Value[], high: readonly Value[]) {
  const rectangles: number[][] = [];
  const outlines: number[][][] = [];
  const ctx = {
    save() {},
    restore() {},
    rect() {},
    clip() {},
    beginPath: () => outlines.push([]),
    lineTo: (...point: number[]) => outlines.at(-1)!.push(point),
    fill() {},
    fillRect: (...rectangle: number[]) => rectangles.push(rectangle),
  };
  const plot = {
    ctx,
    bbox: {},
    data: [times, high, low, high],
    valToPos: (value: number) => value,
    series: [{ idxs: [0, times.length - 1] }, { scale: "y" }, {}, {}],
  };
  drawBands(plot as unknown as uPlot, [{ mean: 1, fill: "red" }]);
  return { rectangles, outlines: outlines.filter(({ length }) => length > 0) };
}

test("draws the band along the highest values and back along the lowest when points are far apart", () => {
  const { rectangles, outlines } = plotOf([0, 10, 20], [1, 2, 3], [5, 6, 7]);
  expect(rectangles).toEqual([]);
  expect(outlines).toEqual([
    [
      [0, 5],
      [10, 6],
      [20, 7],
      [20, 3],
      [10, 2],
      [0, 1],
    ],
  ]);
});

test("breaks the band at a gap, and not at times of other curves", () => {
  const { outlines } = plotOf([0, 10, 20, 30, 40], [1, undefined, 1, null, 1], [5, undefined, 5, null, 5]);
  expect(outlines.map((points) => points.map(([x]) => x))).toEqual([
    [0, 20, 20, 0],
    [40, 40],
  ]);
});

test("draws dense points as columns of whole pixels that never overlap", () => {
  const times = Array.from({ length: 100 }, (_, nth) => nth * 1.3);
  const { rectangles, outlines } = plotOf(
    times,
    times.map(() => 1),
    times.map(() => 5),
  );
  expect(outlines).toEqual([]);
  expect(rectangles.length).toBeGreaterThan(90);
  for (const [nth, [left, , width]] of rectangles.entries()) {
    expect(Number.isInteger(left)).toBe(true);
    if (nth + 1 < rectangles.length) expect(left! + width!).toBe(rectangles[nth + 1]![0]!);
  }
});
