import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

describe("inside (i) or outside (o)", () => {
  const largest = Number.MAX_VALUE;
  test.each([
    [{ min: 18, max: 22 }, [17.999, 18, 20, 22, 22.001], "oiiio"],
    [{ min: 18, max: 22, bounds: "inclusive" }, [18, 22], "ii"],
    [{ min: 18, max: 22, bounds: "exclusive" }, [17.999, 18, 18.001, 21.999, 22, 22.001], "ooiioo"],
    [{ min: 18 }, [-largest, 17.999, 18, largest], "ooii"],
    [{ max: 22 }, [-largest, 22, 22.001, largest], "iioo"],
    [{ min: 18, bounds: "exclusive" }, [18, 18.001, largest], "oii"],
    [{ max: 22, bounds: "exclusive" }, [-largest, 21.999, 22], "iio"],
    [{ min: 5, max: 5 }, [4.999, 5, 5.001], "oio"],
    [{ min: 0, max: null }, [-0, 0, -Number.MIN_VALUE], "iio"],
    [{ min: 0, bounds: "exclusive" }, [-0, Number.MIN_VALUE], "oi"],
    [{ min: -largest, max: largest }, [-largest, 0, largest], "iii"],
    [{ min: -largest, max: largest, bounds: "exclusive" }, [-largest, 0, largest], "oio"],
  ])("%j: %j", (config, values, expected) => {
    const samples = values.map((value) => ({ value }));
    const outputs = outputsOfNode("range", config, samples).map((output) => output[0]);
    expect(outputs.join("")).toBe(expected);
  });
});

test("passes the reading on unchanged", () => {
  const [result] = runNode("range", { min: 1 }, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "inside", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test("ignores order, equal times and other sensors", () => {
  const samples = [
    { value: 5, at: 100 },
    { value: 5, at: 100 },
    { value: 0, at: 50, sensorId: 8 },
    { value: 5, at: 1, lateBy: 1000 },
  ];
  expect(outputsOfNode("range", { min: 1 }, samples)).toEqual(["inside", "inside", "outside", "inside"]);
});

test.each([
  [{}, "min: is required if max is empty"],
  [{ min: null, max: null }, "min: is required if max is empty"],
  [{ min: "1" }, "min: must be a number"],
  [{ min: 1, max: Number.NaN }, "max: must be a number"],
  [{ min: 1, max: false }, "max: must be a number"],
  [{ min: 5, max: 4 }, "max: must not be below min, which is 5"],
  [{ min: 5, max: 5, bounds: "exclusive" }, "max: must be above min, which is 5, for any value to be inside"],
  [{ min: 1, bounds: "open" }, "bounds: must be one of inclusive, exclusive"],
  [{ min: 1, to: 2 }, "to: is unknown; expected one of min, max, bounds"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("range", config)).toEqual([`Node "node", ${problem}`]);
});
