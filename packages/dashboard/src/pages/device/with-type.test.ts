import { expect, test } from "bun:test";
import { withType } from "./with-type.ts";

const types = [
  { name: "temperature", unit: "°C" },
  { name: "humidity", unit: "%" },
  { name: "door", unit: null },
];

test.each([
  ["brings its unit along", { type: "", unit: "" }, "temperature", "°C"],
  ["replaces the unit of the type before", { type: "temperature", unit: "°C" }, "humidity", "%"],
  ["leaves a unit that was typed", { type: "", unit: "K" }, "temperature", "K"],
  ["leaves a unit that was typed over the type's", { type: "temperature", unit: "K" }, "humidity", "K"],
  ["without a unit takes none away", { type: "temperature", unit: "°C" }, "door", "°C"],
  ["that nobody knows changes no unit", { type: "temperature", unit: "°C" }, "temperatur", "°C"],
])("a type %s", (_, before, type, unit) => {
  expect(withType(types, before, type)).toEqual({ type, unit });
});
