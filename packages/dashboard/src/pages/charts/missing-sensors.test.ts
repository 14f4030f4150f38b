import { expect, test } from "bun:test";
import { type ChartSensor, chosenSensors, sensorsMax } from "./chart-sensor.ts";
import { missingSensors } from "./missing-sensors.ts";

const sensor = (slug: string, device: ChartSensor["device"] = null): ChartSensor => ({
  uuid: `uuid of ${slug}`,
  slug,
  name: slug,
  unit: "",
  decimals: null,
  device,
  latest: null,
  firstAt: null,
  states: null,
  type: null,
  group: null,
  template: null,
});
const freezer = { uuid: "f7", name: "Freezer 7" };
const others = new Map([
  ["f7", { name: freezer.name, sensors: [sensor("door", freezer)] }],
  ["gone", null],
]);
const own = [sensor("air")];
const texts = (...names: [string | null, string][]) =>
  missingSensors(
    names.map(([device, slug]) => ({ device, slug })),
    own,
    others,
  ).map(({ place, text }) => `${place} ${text}`);

test("names the sensors of a chart that do not exist, and whether their device does", () => {
  expect(texts([null, "air"], [null, "soil"], ["f7", "door"], ["f7", "lid"], ["gone", "air"])).toEqual([
    "1 soil",
    "3 lid of Freezer 7",
    "4 air of a deleted device",
  ]);
});

test("misses no sensor that may exist", () => {
  expect(texts(["not loaded", "air"], ["f7", "uuid of door"])).toEqual([]);
  const many = Array.from({ length: sensorsMax }, (_, nth) => sensor(`s${nth}`));
  expect(missingSensors([{ device: null, slug: "other" }], many, new Map())).toEqual([]);
});

test("shows the sensors that are left, in their places", () => {
  const named = [
    { device: "gone", slug: "air" },
    { device: "f7", slug: "uuid of door" },
    { device: null, slug: "air" },
  ];
  const left = chosenSensors(own, others.get("f7")!.sensors, named);
  expect(left.map(({ slug, place }) => [slug, place])).toEqual([
    ["door", 1],
    ["air", 2],
  ]);
});
