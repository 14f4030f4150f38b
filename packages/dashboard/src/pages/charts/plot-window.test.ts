import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { PlotWindow } from "./plot-window.ts";
import { panned } from "./span.ts";

const pointCount = 200_000;
function longCurve() {
  const curve = newCurve(pointCount);
  for (let nth = 0; nth < pointCount; nth++) {
    curve.atMs[nth] = 1e9 + nth * 1000;
    for (const column of [curve.mean, curve.min, curve.max, curve.last]) column[nth] = nth % 100;
    curve.count[nth] = 1;
  }
  return curve;
}
const window = new PlotWindow([{ curve: longCurve(), widthMs: 0 }]);
const columns = 500;

test("draws a few points per column of the screen, however many there are", () => {
  const [times] = window.dataFor({ fromMs: 1e9, toMs: 1e9 + pointCount * 1000 }, columns);
  expect(times.length).toBeLessThan(columns * 2);
  expect(times.length).toBeGreaterThan(columns / 2);
});

test("does not draw all points for a view that shows only their end", () => {
  const length = pointCount * 1000;
  const fromMs = 1e9 + length - 200_000;
  const [times] = window.dataFor({ fromMs, toMs: fromMs + length }, columns);
  expect(times.length).toBeLessThan(columns * 2);
});

test("keeps the prepared points while the view moves within them", () => {
  const span = { fromMs: 1e9 + 5e7, toMs: 1e9 + 6e7 };
  const data = window.dataFor(span, columns);
  expect(window.dataFor(panned(span, 0.9), columns)).toBe(data);
  expect(window.dataFor(panned(span, 1.1), columns)).not.toBe(data);
});

test("draws single readings when zoomed in", () => {
  const [times, mean] = window.dataFor({ fromMs: 1e9 + 50_000, toMs: 1e9 + 60_000 }, columns);
  expect(times[1]! - times[0]!).toBe(1000);
  expect(mean![times.indexOf(1e9 + 55_000)]).toBe(55);
});
