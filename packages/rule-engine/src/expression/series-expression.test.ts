import { expect, test } from "bun:test";
import { compileSeries } from "./series-expression.ts";

const names = ["a", "b"];

function resultFor(text: string, ...values: number[]): number | undefined {
  const compiled = compileSeries(text, names);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.evaluate(values);
}

function problemOf(text: string): string {
  const compiled = compileSeries(text, names);
  return compiled.ok ? "" : compiled.problem;
}

test.each([
  ["a - b", [20, 15], 5],
  ["(a - 32) / 1.8", [212], 100],
  ["a > b ? a : b", [3, 7], 7],
  ["[a, b].exists(x, x > 5.0) ? 1 : 0", [3, 7], 1],
  // There is no such value, so the curve has a gap.
  ["a / b", [1, 0], undefined],
])("%s of %j is %p", (text, values, result) => {
  expect(resultFor(text, ...values)).toBe(result as number);
});

test("knows which series it uses, also in loops", () => {
  const uses = (text: string) => {
    const compiled = compileSeries(text, ["a", "b", "c"]);
    return compiled.ok ? [...compiled.uses] : [];
  };
  expect(uses("a * 2.0")).toEqual(["a"]);
  expect(uses("[1.0].map(x, x + c)[0] - a")).toEqual(["c", "a"]);
});

test.each([
  ["", "The expression is empty"],
  ["a -", "ends too early"],
  ["a - c", 'There is no variable "c". The variables are a, b.'],
  // What expressions of chains see of a reading is not there.
  ["value * 2.0", 'There is no variable "value"'],
  ["device.name", 'There is no variable "device"'],
  ["a > b", "must return a number"],
  ["a = b", "Write == to compare."],
])("says what is wrong with “%s”", (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});

test("takes no more steps for all points together than its budget, and has values until then", () => {
  const budget = { stepsLeft: 10_000 };
  const numbers = "[1,2,3,4,5,6,7,8,9,10]";
  const costly = compileSeries(
    `${numbers}.map(x, ${numbers}.map(y, x * y).size()).size() + int(a)`,
    names,
    budget,
  );
  const cheap = compileSeries("a - b", names, budget);
  if (!costly.ok || !cheap.ok) throw new Error("An expression is wrong.");
  expect([costly.evaluate([1, 0]), cheap.evaluate([5, 2])]).toEqual([11, 3]);
  let points = 0;
  while (costly.evaluate([1, 0]) !== undefined) points++;
  expect(points).toBeWithin(1, 10_000 / 100);
  expect([budget.stepsLeft <= 0, cheap.evaluate([5, 2])]).toEqual([true, undefined]);
});
