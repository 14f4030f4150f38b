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
])("suggests for %p: %p", (identifier, nearest) => {
  expect(nearestSlugs(identifier, slugs)).toEqual(nearest);
});

test("suggests at most three, the nearest first and equals in their order", () => {
  const many = ["sensor5", "sensor12", "sensor_1", "sensor2", "sensor3"];
  expect(nearestSlugs("SENSOR1", many)).toEqual(["sensor_1", "sensor5", "sensor12"]);
});

test("suggests nothing for a device without sensors", () => {
  expect(nearestSlugs("temperature", [])).toEqual([]);
});
