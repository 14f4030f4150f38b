import { expect, test } from "bun:test";
import type { ChartSensor } from "./chart-sensor.ts";
import { tileOfChart } from "./tile-of-chart.ts";

const sensor = (uuid: string, unit: string, device: ChartSensor["device"] = null): ChartSensor => ({
  uuid,
  slug: uuid,
  name: uuid,
  unit,
  decimals: null,
  device,
  latest: null,
  firstAt: null,
  type: null,
  states: null,
  group: null,
  template: null,
});

test("a chart becomes a tile with its sensors, what a point is, and the range of its first axis", () => {
  const chosen = [sensor("air", "°C"), sensor("damp", "%", { uuid: "other", name: "Other" })];
  const axes = new Map([
    ["%", { min: 0, max: 100 }],
    ["°C", { min: -10, max: null }],
  ]);
  expect(tileOfChart("own", chosen, { aggregation: "max", axes }).settings).toEqual({
    sources: [
      { device: "own", sensor: "air" },
      { device: "other", sensor: "damp" },
    ],
    style: "lines",
    aggregation: "max",
    min: -10,
  });
});

test("a chart that counts readings becomes a tile of their averages", () => {
  const { settings } = tileOfChart("own", [sensor("air", "°C")], { aggregation: "count", axes: new Map() });
  expect(settings.aggregation).toBe("mean");
});
