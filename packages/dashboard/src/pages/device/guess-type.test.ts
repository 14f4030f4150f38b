import { expect, test } from "bun:test";
import { usualSensorTypes } from "../../../../server/src/manage/sensors/usual-sensor-types.ts";
import { guessType } from "./guess-type.ts";
import { withName } from "./with-name.ts";

test.each([
  ["Temperature", "temperature"],
  ["Soil temperature", "temperature"],
  ["Soil moisture", "soil moisture"],
  ["soil_2", "soil moisture"],
  ["Air humidity", "humidity"],
  ["Battery voltage", "battery"],
  ["vbat", "battery"],
  ["Supply voltage", "voltage"],
  ["co2-hall", "CO2"],
  ["PM2.5", "PM2.5"],
  ["pm25", "PM2.5"],
  ["PM 10", "PM10"],
  ["Window kitchen", "door"],
  ["Wind", "wind speed"],
  ["Air pressure", "pressure"],
  ["RSSI", "signal"],
  ["Water level", "level"],
  ["Front door", "door"],
])("guesses the type of “%s”", (name, type) => {
  expect(guessType(usualSensorTypes, name)?.name).toBe(type);
});

test("guesses nothing for other names, and only types that the account has", () => {
  for (const name of ["", "Sensor 1", "Air", "Channel A"])
    expect(guessType(usualSensorTypes, name)).toBeUndefined();
  expect(guessType([{ name: "humidity" }], "Temperature")).toBeUndefined();
  expect(guessType([{ name: "Salinity" }], "Tank salinity")?.name).toBe("Salinity");
});

const types = [
  { name: "temperature", unit: "°C" },
  { name: "door", unit: null },
];
const blank = { name: "", type: "", unit: "" };

test("brings type and unit with the name of a new sensor, and takes them back with it", () => {
  const typed = withName(types, blank, "Temperature");
  expect(typed).toEqual({ name: "Temperature", type: "temperature", unit: "°C" });
  expect(withName(types, typed, "Front door")).toEqual({ name: "Front door", type: "door", unit: "" });
  expect(withName(types, typed, "T")).toEqual({ name: "T", type: "", unit: "" });
});

test("leaves a type or unit that was typed, and a type that was removed", () => {
  const own = { name: "Temp", type: "grain", unit: "%" };
  expect(withName(types, own, "Temperature")).toEqual({ ...own, name: "Temperature" });
  const kelvin = { name: "", type: "", unit: "K" };
  expect(withName(types, kelvin, "Temperature")).toEqual({
    name: "Temperature",
    type: "temperature",
    unit: "K",
  });
  const removed = { name: "Temperature", type: "", unit: "" };
  expect(withName(types, removed, "Temperature 2")).toEqual({ ...removed, name: "Temperature 2" });
});
