import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

function outputs(config: Record<string, unknown>, values: readonly number[]): string[] {
  return outputsOfNode(
    "compare",
    config,
    values.map((value) => ({ value })),
  );
}

describe("each operator below, at and above the value", () => {
  test.each([
    [">", ["false", "false", "true"]],
    ["<", ["true", "false", "false"]],
    [">=", ["false", "true", "true"]],
    ["<=", ["true", "true", "false"]],
    ["==", ["false", "true", "false"]],
    ["!=", ["true", "false", "true"]],
  ])("value %s 21.5", (operator, expected) => {
    expect(outputs({ operator, value: 21.5 }, [21.4999, 21.5, 21.5001])).toEqual(expected);
  });
});

test.each([
  ["-0 is 0", { operator: "==", value: 0 }, [-0, 0], ["true", "true"]],
  ["-0 is not below 0", { operator: "<", value: 0 }, [-0], ["false"]],
  ["no tolerance", { operator: "==", value: 0.3 }, [0.1 + 0.2, 0.3], ["false", "true"]],
  [
    "the largest numbers",
    { operator: ">=", value: Number.MAX_VALUE },
    [Number.MAX_VALUE, -Number.MAX_VALUE],
    ["true", "false"],
  ],
  [
    "the smallest number",
    { operator: ">", value: 0 },
    [Number.MIN_VALUE, -Number.MIN_VALUE],
    ["true", "false"],
  ],
  ["greater is the default", { value: 1 }, [0, 1, 2], ["false", "false", "true"]],
])("%s", (_name, config, values, expected) => {
  expect(outputs(config, values)).toEqual(expected);
});

test("passes the reading on unchanged", () => {
  const [result] = runNode("compare", { value: 1 }, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "true", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test("ignores order, equal times and other sensors", () => {
  const samples = [
    { value: 5, at: 100 },
    { value: 5, at: 100 },
    { value: 0, at: 50, sensorId: 8 },
    { value: 5, at: 1, lateBy: 1000 },
  ];
  expect(outputsOfNode("compare", { value: 1 }, samples)).toEqual(["true", "true", "false", "true"]);
});

test.each([
  [{}, "value: is required"],
  [{ value: null }, "value: is required"],
  [{ value: "5" }, "value: must be a number"],
  [{ value: Number.NaN }, "value: must be a number"],
  [{ value: Number.POSITIVE_INFINITY }, "value: must be a number"],
  [{ value: 1, operator: "=" }, "operator: must be one of >, <, >=, <=, ==, !="],
  [{ value: 1, operator: 3 }, "operator: must be one of >, <, >=, <=, ==, !="],
  [{ value: 1, limit: 2 }, "limit: is unknown; expected one of operator, value"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("compare", config)).toEqual([`Node "node", ${problem}`]);
});
