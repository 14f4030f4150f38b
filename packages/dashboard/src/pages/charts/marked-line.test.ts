import { expect, test } from "bun:test";
import type { Curve } from "./curve.ts";
import { type MarkedSensor, markedLine } from "./marked-line.ts";
import { isStateNow } from "./state-names.ts";

const door: MarkedSensor = {
  uuid: "door",
  name: "Door",
  unit: "",
  decimals: null,
  type: "door",
  states: null,
  latest: { at: "2026-01-01T00:00:00Z", value: 1 },
};
const minuteMs = 60_000;

/** A curve of one reading per bucket. */
function curveOf(...values: readonly number[]): Curve {
  const atMs = values.map((_, nth) => nth * minuteMs);
  return { atMs, mean: values, min: values, max: values, last: values } as unknown as Curve;
}

test("draws a sensor whose values are states as a strip with their names, and any other as a curve", () => {
  const closedAndOpen = [
    { value: 0, name: "Closed" },
    { value: 1, name: "Open" },
  ];
  expect(markedLine(door, curveOf(0, 1, 0), minuteMs).states).toEqual(closedAndOpen);
  expect(markedLine(door, curveOf(0, 0.5), minuteMs).states).toBeUndefined();
  expect(markedLine({ ...door, unit: "°C" }, curveOf(0, 1), minuteMs).states).toBeUndefined();
  const states = [
    { value: 1, name: "Idle" },
    { value: 2, name: "Heating" },
  ];
  expect(markedLine({ ...door, unit: "mode", states }, curveOf(1, 2), minuteMs).states).toEqual(states);
});

test("knows from the latest value whether there will be a strip, so that its room is taken from the start", () => {
  expect(isStateNow(door)).toBe(true);
  expect(isStateNow({ ...door, latest: { value: 21.5 } })).toBe(false);
  expect(isStateNow({ ...door, unit: "°C" })).toBe(false);
  expect(isStateNow({ ...door, latest: null })).toBe(false);
});
