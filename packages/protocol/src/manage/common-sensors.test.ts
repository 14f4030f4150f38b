import { expect, test } from "bun:test";
import { commonSensors, commonSensorsMax } from "./common-sensors.ts";

test("names the sensors that most devices have, each once and only some", () => {
  const sensors = [
    ...["humidity", "temperature", "battery"].map((slug) => ({ device: "a", slug })),
    ...["temperature", "battery"].map((slug) => ({ device: "b", slug })),
    { device: "c", slug: "temperature" },
  ];
  expect(commonSensors(sensors)).toEqual(["temperature", "battery", "humidity"]);
  expect(commonSensors([])).toEqual([]);
  const alike = [..."hgfedcba"].map((slug) => ({ device: "a", slug }));
  expect(commonSensors(alike)).toEqual([..."abcdefgh"].slice(0, commonSensorsMax));
});
