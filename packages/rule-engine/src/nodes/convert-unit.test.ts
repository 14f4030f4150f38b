import { expect, test } from "bun:test";
import { nodeCatalogue } from "../node-catalogue.ts";
import { problemsOfNode, runNode, valuesOfNode } from "../testing/run-node.ts";
import { unitNames } from "../units.ts";

test.each([
  ["°C", "°F", [0, 100, -40], [32, 212, -40]],
  ["°F", "K", [-459.67, 32], [0, 273.15]],
  ["mbar", "hPa", [1013.25], [1013.25]],
  ["in", "cm", [1, -2], [2.54, -5.08]],
  ["%", "ratio", [55], [0.55]],
  ["kWh", "kWh", [1.1, Number.MAX_VALUE, 5e-324], [1.1, Number.MAX_VALUE, 5e-324]],
])("converts from %s to %s", (from, to, values, results) => {
  const samples = values.map((value) => ({ value }));
  expect(valuesOfNode("convert-unit", { from, to }, samples)).toEqual(results);
});

test("fails beyond the range of numbers and leaves the reading unchanged", () => {
  const [result] = runNode("convert-unit", { from: "km", to: "mm" }, [{ value: -1e305 }]);
  expect(result).toMatchObject({
    output: "failure",
    value: -1e305,
    reason: "-1e+305 km in mm is too large for a number.",
  });
});

test("changes only the value, whether readings are late, of equal times or of other sensors", () => {
  const metadata = { unit: "in" };
  const samples = [
    { value: 1, at: 100, metadata },
    { value: 2, at: 100 },
    { value: 3, at: 1, sensorId: 8 },
  ];
  const results = runNode("convert-unit", { from: "ft", to: "in" }, samples);
  expect(results.map(({ output, value }) => `${output} ${value}`)).toEqual(["out 12", "out 24", "out 36"]);
  expect(results[0]!.metadata).toEqual(metadata);
});

test("lists every unit in its help", () => {
  const { help } = nodeCatalogue.get("convert-unit")!;
  const listed = help.slice(help.indexOf("Available units")).split(/[;:,]? |\.$/);
  expect(unitNames.filter((name) => !listed.includes(name))).toEqual([]);
});

test.each([
  [{ to: "°C" }, ["from: is required"]],
  [{ from: "°C" }, ["to: is required"]],
  [{ from: "C", to: "°C" }, [`from: must be one of ${unitNames.join(", ")}`]],
  [{ from: "°C", to: 5 }, [`to: must be one of ${unitNames.join(", ")}`]],
  [{ from: "constructor", to: "°C" }, [`from: must be one of ${unitNames.join(", ")}`]],
  [
    { from: "°C", to: "bar" },
    ['to: must measure the same quantity as "from": "bar" measures pressure, "°C" measures temperature'],
  ],
  [
    { from: "m", to: "min" },
    ['to: must measure the same quantity as "from": "min" measures time, "m" measures length'],
  ],
  [{ from: "m", to: "km", unit: "m" }, ["unit: is unknown; expected one of from, to"]],
])("refuses %j", (config, problems) => {
  expect(problemsOfNode("convert-unit", config)).toEqual(
    problems.map((problem) => `Node "node", ${problem}`),
  );
});
