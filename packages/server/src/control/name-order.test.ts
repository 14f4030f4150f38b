import { expect, test } from "bun:test";
import { nameOrder } from "./name-order.ts";

function ordered(...names: string[]): string[] {
  const keys = new Map(names.map((name) => [name, nameOrder(name)]));
  return names.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1));
}

test("orders numbers in names by value, wherever they are and however long", () => {
  const long = "9".repeat(200);
  const sorted = ["Pump 0", "pump 2", "Pump 2b", "Pump 10", "Pump 10.9", "Pump 10.10", `Pump ${long}`];
  expect(ordered(...sorted.toReversed())).toEqual(sorted);
  expect(ordered("10 Roof", "Roof", "9 Cellar", "9 Attic")).toEqual([
    "9 Attic",
    "9 Cellar",
    "10 Roof",
    "Roof",
  ]);
});

test("ignores leading zeros of a number", () => {
  expect(ordered("Line 011", "Line 10", "Line 0009")).toEqual(["Line 0009", "Line 10", "Line 011"]);
  expect(nameOrder("Line 007")).toBe(nameOrder("line 7"));
});

test("orders a name after all its prefixes", () => {
  expect(ordered("Roof 1 north", "Roof 1", "Roof")).toEqual(["Roof", "Roof 1", "Roof 1 north"]);
});
