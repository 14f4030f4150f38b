import { expect, test } from "bun:test";
import { fitOf } from "./palette-fit.ts";

const uuid = "0b1c4321-9f6e-4d57-8a3b-2f6d5c7e8a90";

test("ranks names that start with the typed text before names that contain it, and those before UUIDs", () => {
  const named = fitOf("4321", ["Crate 4321", uuid]);
  expect(fitOf("4321", ["4321 Main Street", uuid])).toBeGreaterThan(named);
  expect(named).toBeGreaterThan(fitOf("4321", ["Crate 0905", uuid]));
  expect(fitOf("4321", ["Crate 0905", uuid])).toBeGreaterThan(0);
});

test("requires every word, in any order and any case", () => {
  expect(fitOf("4321 cRATE", ["Crate 4321"])).toBeGreaterThan(0);
  expect(fitOf("crate 4322", ["Crate 4321"])).toBe(0);
  expect(fitOf("crate 9f6e", ["Crate 4321", uuid])).toBeGreaterThan(0);
});
