import { expect, test } from "bun:test";
import { usualSensorIcon } from "./usual-sensor-icon.ts";

test.each([
  ["Temperature", "thermometer"],
  ["outdoor_temp", "thermometer"],
  ["Humidity", "droplets"],
  ["Soil moisture", "leaf"],
  ["air-pressure", "gauge"],
  ["CO₂", "wind"],
  ["pm10", "wind"],
  ["Battery voltage", "battery"],
  ["Power", "power"],
  ["Flow", "water"],
  ["Water level", "water"],
  ["Window", "door"],
  ["Frobs", "gauge"],
])("shows a type called %p as a %s", (name, icon) => {
  expect(usualSensorIcon(name)).toBe(icon);
});
