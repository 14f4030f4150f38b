import { expect, test } from "bun:test";
import { newCurve } from "./curve.ts";
import { statesOf, stateText } from "./state-names.ts";

function curveOf(...values: readonly number[]) {
  const curve = newCurve(values.length);
  for (const column of [curve.min, curve.max, curve.last]) column.set(values);
  return curve;
}

const switched = { type: null, name: "Pump", unit: "", states: null };
const namesOf = (...given: Parameters<typeof statesOf>) =>
  statesOf(...given)?.map(({ name }) => name) ?? null;

test("names the states of what is on or off after its type, else after its name", () => {
  expect(namesOf(switched, curveOf(0, 1, 0))).toEqual(["Off", "On"]);
  expect(namesOf({ ...switched, type: "door" }, curveOf(0))).toEqual(["Closed", "Open"]);
  expect(namesOf({ ...switched, name: "Water_leak" }, curveOf(1))).toEqual(["Dry", "Leak"]);
});

test("takes a sensor with a unit, with other values or without readings for a measurement", () => {
  expect(statesOf({ ...switched, unit: "mm" }, curveOf(0, 0))).toBeNull();
  expect(statesOf(switched, curveOf(0, 1, 0.5))).toBeNull();
  expect(statesOf(switched, curveOf())).toBeNull();
});

test("takes named states, also those of a sensor with a unit, while all values have names", () => {
  const states = [
    { value: 0, name: "Idle" },
    { value: 2, name: "Heating" },
    { value: 3, name: "Cooling" },
  ];
  const named = { ...switched, type: "door", unit: "mode", states };
  expect(statesOf(named, curveOf(0, 3, 2))).toBe(states);
  expect(statesOf(named, curveOf(0, 1))).toBeNull();
  expect([2, 7.5].map((value) => stateText(states, value))).toEqual(["Heating", "7.5"]);
});
