import { expect, test } from "bun:test";
import { emptySensor, isMeant, slugProblems, toNewSensor } from "./sensor-draft.ts";

test("ignores empty rows, which have no problems", () => {
  const blank = { ...emptySensor(1), name: "  " };
  expect(isMeant(blank)).toBe(false);
  expect(slugProblems([blank, emptySensor(2)]).size).toBe(0);
});

test("reports a missing, malformed or duplicate slug at its row", () => {
  const problems = slugProblems([
    { ...emptySensor(1), name: "Temperature" },
    { ...emptySensor(2), name: "temperature" },
    { ...emptySensor(3), unit: "°C" },
    { ...emptySensor(4), name: "Fine", ownSlug: "not fine" },
    { ...emptySensor(5), ownSlug: "Fine_1" },
  ]);
  expect([...problems.keys()]).toEqual([2, 3, 4]);
});

test("does not send empty fields", () => {
  expect(toNewSensor({ ...emptySensor(1), name: " Soil ", unit: "%" })).toEqual({
    slug: "soil",
    name: "Soil",
    unit: "%",
  });
});
