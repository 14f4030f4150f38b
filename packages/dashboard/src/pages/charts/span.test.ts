import { expect, test } from "bun:test";
import {
  covers,
  lastSpan,
  lengthMs,
  panned,
  presetFor,
  presetLengthsMs,
  presets,
  usualPresetSince,
  within,
  zoomed,
} from "./span.ts";

const hour = presetLengthsMs["1h"];
const span = { fromMs: 100 * hour, toMs: 110 * hour };

test("keeps the length and moves by a share of it when panning", () => {
  expect(panned(span, 0.5)).toEqual({ fromMs: 105 * hour, toMs: 115 * hour });
  expect(panned(span, -0.1)).toEqual({ fromMs: 99 * hour, toMs: 109 * hour });
});

test("keeps the anchor at its place on the screen when zooming", () => {
  for (const factor of [0.1, 0.5, 1, 2, 10]) {
    const anchorMs = 103 * hour;
    const wider = zoomed(span, factor, anchorMs);
    expect(lengthMs(wider)).toBeCloseTo(10 * hour * factor, 3);
    expect((anchorMs - wider.fromMs) / lengthMs(wider)).toBeCloseTo(0.3, 9);
  }
});

test("shows nothing shorter than a second, longer than fifty years or before 1970", () => {
  expect(lengthMs(zoomed(span, 1e-12, span.fromMs))).toBe(1000);
  expect(lengthMs(zoomed(span, 1e12, span.fromMs))).toBe(50 * presetLengthsMs["1y"]);
  expect(within({ fromMs: -hour, toMs: hour })).toEqual({ fromMs: 0, toMs: 2 * hour });
  expect(panned(span, -1000).fromMs).toBe(0);
});

test.each([...presets])("ends %s now, and uses it as the preset for its length", (preset) => {
  expect(lastSpan(preset, 1000 * hour).toMs).toBe(1000 * hour);
  expect(presetFor(lengthMs(lastSpan(preset, 1000 * hour)))).toBe(preset);
});

test("uses the longer of two presets for a length between them, and the longest for a very long one", () => {
  expect(presetFor(1.5 * hour)).toBe("6h");
  expect(presetFor(10 * presetLengthsMs["1y"])).toBe("1y");
});

test("shows a day by default, and less only where that shows everything", () => {
  const nowMs = 1000 * hour;
  const sinceHours = [0, 0.2, 1, 1.5, 6, 7, 24, 500];
  expect(sinceHours.map((hours) => usualPresetSince(nowMs - hours * hour, nowMs))).toEqual([
    ...(["1h", "1h", "1h", "6h", "6h", "24h", "24h", "24h"] as const),
  ]);
});

test("covers everything inside of the span, including its borders", () => {
  expect(covers(span, span)).toBe(true);
  expect(covers(span, { fromMs: span.fromMs - 1, toMs: span.toMs })).toBe(false);
});
