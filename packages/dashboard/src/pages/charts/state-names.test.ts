import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { stateName, statesOf } from "./state-names.ts";

function curveOf(...values: readonly number[]) {
  const curve = newCurve(values.length);
  for (const column of [curve.min, curve.max, curve.last]) column.set(values);
  return curve;
}

const switched = { type: null, name: "Pump", unit: "" };

test("names the states of what is on or off after its type, else after its name", () => {
  expect(statesOf(switched, curveOf(0, 1, 0))).toEqual(["Off", "On"]);
  expect(statesOf({ ...switched, type: "door" }, curveOf(0))).toEqual(["Closed", "Open"]);
  expect(statesOf({ ...switched, name: "Water_leak" }, curveOf(1))).toEqual(["Dry", "Leak"]);
  expect(["Off", "On"]).toEqual([0, 1].map((value) => stateName(["Off", "On"], value)));
});

test("takes a sensor with a unit, with other values or without readings for a measurement", () => {
  expect(statesOf({ ...switched, unit: "mm" }, curveOf(0, 0))).toBeNull();
  expect(statesOf(switched, curveOf(0, 1, 0.5))).toBeNull();
  expect(statesOf(switched, curveOf())).toBeNull();
});
