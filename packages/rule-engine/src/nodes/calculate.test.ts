import { expect, test } from "bun:test";
import { problemsOfNode, runNode, valuesOfNode } from "../testing/run-node.ts";

test.each([
  ["value * 1.8 + 32.0", [0, 100], [32, 212]],
  ["value * 2", [1.5], [3]],
  ["value > 10.0 ? 10.0 : value", [3, 11], [3, 10]],
  ["previous == null ? 0.0 : value - previous.value", [5, 9, 2], [0, 4, -7]],
  ["1 + 2", [0], [3]],
])("%s", (value, given, expected) => {
  expect(
    valuesOfNode(
      "calculate",
      { value },
      given.map((number) => ({ value: number })),
    ),
  ).toEqual(expected);
});

test("leaves the value unchanged by default, and turns minus zero into zero", () => {
  expect(valuesOfNode("calculate", {}, [{ value: 7 }])).toEqual([7]);
  expect(Object.is(valuesOfNode("calculate", { value: "value * -1.0" }, [{ value: 0 }])[0], 0)).toBeTrue();
});

test("fails with the result if it is not a finite number", () => {
  const results = runNode("calculate", { value: "1.0 / value" }, [{ value: 0 }, { value: 2 }]);
  expect(results.map(({ output, value }) => [output, value])).toEqual([
    ["failure", 0],
    ["out", 0.5],
  ]);
  expect(results[0]!.reason).not.toBe("");
});

test.each([
  [{ value: "value > 1.0" }, "value: At character"],
  [{ value: "valu" }, "value: At character"],
  [{ value: "" }, "empty"],
  [{ other: "value" }, "other: is unknown"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("calculate", config).join()).toContain(problem);
});
