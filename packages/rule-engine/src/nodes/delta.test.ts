import { describe, expect, test } from "bun:test";
import { problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

const largest = Number.MAX_VALUE;

/** Each reading as its output and its new value; "!" for a failure. */
function path(config: Record<string, unknown>, samples: readonly ReadingSample[]): string[] {
  return runNode("delta", config, samples).map(({ output, value }) =>
    output === "failure" ? "!" : `${output} ${value}`,
  );
}

function series(...pairs: readonly (readonly [at: number, value: number])[]): ReadingSample[] {
  return pairs.map(([at, value]) => ({ at, value }));
}

describe("plain", () => {
  test.each([
    ["the first has none", series([1, 0]), ["first 0"]],
    [
      "up, down and nothing",
      series([1, 5], [2, 7.5], [3, 7], [4, 7]),
      ["first 5", "out 2.5", "out -0.5", "out 0"],
    ],
    ["from a 0 that was seen", series([1, 0], [2, 3]), ["first 0", "out 3"]],
    ["equal times", series([1, 5], [1, 6]), ["first 5", "out 1"]],
    ["late readings count as they arrive", series([10, 5], [3, 9], [11, 10]), ["first 5", "out 4", "out 1"]],
    ["times before 1970", series([-10, 5], [-9, 6]), ["first 5", "out 1"]],
  ])("%s", (_name, samples, results) => {
    expect(path({}, samples)).toEqual(results);
    expect(path({ per: "reading", counter: false }, samples)).toEqual(results);
  });

  test("fails beyond the range of numbers, and still takes the next difference from that reading", () => {
    const results = runNode("delta", {}, series([1, -largest], [2, largest], [3, largest]));
    expect(results.map(({ output }) => output)).toEqual(["first", "failure", "out"]);
    expect(results[1]).toMatchObject({
      value: largest,
      reason: `The difference from ${-largest} to ${largest} is too large for a number.`,
    });
    expect(results[2]!.value).toBe(0);
  });
});

describe("as a rate", () => {
  test.each([
    ["second", series([0, 10], [2, 15], [2.5, 14]), ["first 10", "out 2.5", "out -2"]],
    ["minute", series([0, 10], [3, 11], [63, 11.5]), ["first 10", "out 20", "out 0.5"]],
    [
      "hour",
      series([0, 10], [1, 11], [7, 11.1]),
      ["first 10", "out 3600", `out ${((11.1 - 11) * 3600e6) / 6e6}`],
    ],
    ["second", series([0, 1], [0.000001, 2]), ["first 1", "out 1000000"]],
    ["second", series([-5, 1], [-4, 2]), ["first 1", "out 1"]],
    ["hour", series([0, 0], [3600, 1e305]), ["first 0", "out 1e+305"]],
  ])("per %s: %j", (per, samples, results) => {
    expect(path({ per }, samples)).toEqual(results);
  });

  test.each([
    ["an equal time", 10, "has the same time as the sensor's previous one"],
    ["an earlier time", 7.5, "is 2.5 s earlier than the sensor's previous one"],
  ])("fails for %s, and still compares with the reading before", (_name, at, place) => {
    const results = runNode("delta", { per: "second" }, series([10, 1], [at, 99], [12, 5]));
    expect(results.map(({ output, value }) => [output, value])).toEqual([
      ["first", 1],
      ["failure", 99],
      ["out", 2],
    ]);
    expect(results[1]!.reason).toBe(`The reading ${place}, so a rate cannot be calculated.`);
  });

  test("fails beyond the range of numbers", () => {
    const [, result] = runNode("delta", { per: "hour" }, series([0, 0], [1, 1e306]));
    expect(result).toMatchObject({
      output: "failure",
      value: 1e306,
      reason: "The rate from 0 to 1e+306 is too large for a number.",
    });
  });
});

describe("of a counter", () => {
  test.each([
    ["reading", series([0, 100], [1, 130], [2, 5], [3, 9]), ["first 100", "out 30", "out 5", "out 4"]],
    ["reading", series([0, 100], [1, 0], [2, 0]), ["first 100", "out 0", "out 0"]],
    ["reading", series([0, 100], [0, 101]), ["first 100", "out 1"]],
    ["reading", series([0, largest], [1, 3]), ["first 1.7976931348623157e+308", "out 3"]],
    ["minute", series([0, 100], [30, 110], [60, 4]), ["first 100", "out 20", "out 8"]],
  ])("per %s: %j", (per, samples, results) => {
    expect(path({ per, counter: true }, samples)).toEqual(results);
  });

  test("fails for a late reading, because its smaller count is not a reset", () => {
    const results = runNode("delta", { counter: true }, series([10, 100], [9, 95], [11, 103]));
    expect(results.map(({ output, value }) => [output, value])).toEqual([
      ["first", 100],
      ["failure", 95],
      ["out", 3],
    ]);
    expect(results[1]!.reason).toBe(
      "The reading is 1 s earlier than the sensor's previous one, so a smaller count does not mean a reset.",
    );
  });
});

test("compares each sensor with itself", () => {
  const samples = [
    { value: 1, sensorId: 7 },
    { value: 100, sensorId: 8 },
    { value: 3, sensorId: 7 },
    { value: 90, sensorId: 8 },
  ];
  expect(path({}, samples)).toEqual(["first 1", "first 100", "out 2", "out -10"]);
});

test("leaves metadata alone", () => {
  const metadata = { room: "cellar" };
  const results = runNode("delta", {}, [
    { value: 1, metadata },
    { value: 2, metadata },
  ]);
  expect(results.map((result) => result.metadata)).toEqual([metadata, metadata]);
});

test.each([
  [{ per: "day" }, "per: must be one of reading, second, minute, hour"],
  [{ per: 1 }, "per: must be one of reading, second, minute, hour"],
  [{ counter: "yes" }, "counter: must be true or false"],
  [{ rate: true }, "rate: is unknown; expected one of per, counter"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("delta", config)).toEqual([`Node "node", ${problem}`]);
});
