import { expect, test } from "bun:test";
import { nearestSlugs } from "./nearest-slugs.ts";

const slugs = ["temperature", "air_temp", "humidity", "co2", "s1", "s2", "pressure"];

test.each([
  ["Temperature", ["temperature"]],
  ["temprature", ["temperature"]],
  ["AIR-TEMP", ["air_temp"]],
  ["airTemp", ["air_temp"]],
  ["temp", ["temperature"]],
  ["humidty", ["humidity"]],
  ["humidity_inside", ["humidity"]],
  ["CO-2", ["co2"]],
  ["S_1", ["s1"]],
  ["s3", []],
  ["voltage", []],
  ["", []],
  ["---", []],
  ["温度", []],
  ["x".repeat(1000), []],
])("%p may stand for %p", (identifier, nearest) => {
  expect(nearestSlugs(identifier, slugs)).toEqual(nearest);
});

test("at most three are suggested, the nearest first and equals in their order", () => {
  const many = ["sensor5", "sensor12", "sensor_1", "sensor2", "sensor3"];
  expect(nearestSlugs("SENSOR1", many)).toEqual(["sensor_1", "sensor5", "sensor12"]);
});

test("no slug is nearest where a device has none", () => {
  expect(nearestSlugs("temperature", [])).toEqual([]);
});
