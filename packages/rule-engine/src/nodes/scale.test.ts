import { expect, test } from "bun:test";
import { problemsOfNode, runNode, valuesOfNode } from "../testing/run-node.ts";

const largest = Number.MAX_VALUE;

test.each([
  [{}, [5, -5, 0, largest], [5, -5, 0, largest]],
  [{ factor: 2 }, [1.5, -1.5, 0], [3, -3, 0]],
  [{ offset: 10 }, [1.5, -10, largest], [11.5, 0, largest]],
  [{ factor: 1.8, offset: 32 }, [0, 100, -40], [32, 212, -40]],
  [{ factor: -1 }, [7, 0], [-7, 0]],
  [{ factor: 0, offset: 3 }, [1, largest, -largest], [3, 3, 3]],
  [{ factor: 0.5 }, [Number.MIN_VALUE, largest], [0, largest / 2]],
])("%j makes %j to %j", (config, values, results) => {
  const samples = values.map((value) => ({ value }));
  expect(valuesOfNode("scale", config, samples)).toEqual(results);
});

test.each([
  [{ factor: 10 }, largest, "1.7976931348623157e+308 * 10 + 0 is too large for a number."],
  [{ factor: -10, offset: 1 }, largest, "1.7976931348623157e+308 * -10 + 1 is too large for a number."],
  [{ offset: largest }, largest, `${largest} * 1 + ${largest} is too large for a number.`],
])("fails with %j on %d and leaves the reading unchanged", (config, value, reason) => {
  const [result] = runNode("scale", config, [{ value, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "failure", value, metadata: { room: "cellar" }, reason });
});

test("leaves metadata alone, whether readings are late, of equal times or of other sensors", () => {
  const metadata = { room: "cellar" };
  const samples = [
    { value: 1, at: 100, metadata },
    { value: 2, at: 100, metadata },
    { value: 3, at: 1, sensorId: 8, metadata },
  ];
  const results = runNode("scale", { factor: 10 }, samples);
  expect(results.map(({ output, value }) => `${output} ${value}`)).toEqual(["out 10", "out 20", "out 30"]);
  expect(results.every((result) => result.metadata.room === "cellar")).toBe(true);
});

test.each([
  [{ factor: "2" }, "factor: must be a number"],
  [{ factor: Number.POSITIVE_INFINITY }, "factor: must be a number"],
  [{ offset: Number.NaN }, "offset: must be a number"],
  [{ offset: true }, "offset: must be a number"],
  [{ add: 1 }, "add: is unknown; expected one of factor, offset"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("scale", config)).toEqual([`Node "node", ${problem}`]);
});
