import { expect, test } from "bun:test";
import { commonSensors, commonSensorsMax } from "./common-sensors.ts";

test("names the sensors that at least half of the devices have, each once and only some", () => {
  const sensors = [
    ...["humidity", "temperature", "battery"].map((slug) => ({ device: "a", slug })),
    ...["temperature", "battery"].map((slug) => ({ device: "b", slug })),
    { device: "c", slug: "temperature" },
  ];
  expect(commonSensors(sensors)).toEqual(["temperature", "battery"]);
  expect(commonSensors([])).toEqual([]);
  const alike = [..."hgfedcba"].map((slug) => ({ device: "a", slug }));
  expect(commonSensors(alike)).toEqual([..."abcdefgh"].slice(0, commonSensorsMax));
});

test("names no sensor that only one of many devices has", () => {
  const own = ["a", "b", "c", "d", "e"].map((device) => ({ device, slug: `only-${device}` }));
  expect(commonSensors(own)).toEqual([]);
  const pair = ["a", "b"].map((device) => ({ device, slug: "door" }));
  expect(commonSensors([...own, ...pair])).toEqual(["door"]);
});
