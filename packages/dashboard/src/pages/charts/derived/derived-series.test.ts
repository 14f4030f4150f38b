import { expect, test } from "bun:test";
import { readDerived, withoutSensor, writeDerived } from "./derived-series.ts";

const series = (expression: string) => ({ name: "Difference", unit: "K", expression, isHidden: false });

test("reads what it wrote", () => {
  const some = [series("a - b"), { ...series("a"), unit: "", isHidden: true }];
  expect(readDerived(writeDerived(some))).toEqual(some);
  expect(writeDerived([])).toBeUndefined();
});

test("leaves out what is no series", () => {
  expect(readDerived("a - b")).toEqual([]);
  expect(
    readDerived([null, 7, { name: "x" }, { name: "x", is: {} }, { name: "x", is: "a".repeat(1001) }]),
  ).toEqual([]);
  expect(readDerived(Array.from({ length: 9 }, () => ({ name: "x", is: "a" })))).toHaveLength(4);
});

test.each([
  ["a - b", 2, ["a - b"]],
  ["a - c", 1, ["a - b"]],
  ["a - b", 1, []],
  // Only letters that stand alone name a sensor.
  ["math.abs(c) + 1e3 * cc.c", 0, ["math.abs(b) + 1e3 * cc.c"]],
])("keeps the meaning of %s when sensor %i is removed", (expression, removed, left) => {
  expect(withoutSensor([series(expression)], removed).map((one) => one.expression)).toEqual(left);
});
