import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

/** C for changed, - for unchanged. */
function path(config: Record<string, unknown>, samples: readonly ReadingSample[]): string {
  return outputsOfNode("deadband", config, samples)
    .map((output) => (output === "changed" ? "C" : "-"))
    .join("");
}

const largest = Number.MAX_VALUE;

describe("changed (C) or unchanged (-), by value", () => {
  test.each([
    ["the first reading passes, also a 0", {}, [0, 0], "C-"],
    ["threshold 0 passes any change", {}, [5, 5, 5.000001, 5.000001, 5], "C-C-C"],
    ["-0 is no change from 0", {}, [0, -0, 0], "C--"],
    ["the threshold itself is a change", { threshold: 0.5 }, [20, 20.25, 20.5, 20.5], "C-C-"],
    ["a fall counts like a rise", { threshold: 0.5 }, [20, 19.75, 19.5], "C-C"],
    [
      "a creep is measured from the last that passed",
      { threshold: 1 },
      [0, 0.5, 0.9, 1.1, 1.9, 2.1],
      "C--C-C",
    ],
    [
      "percent of the last that passed",
      { threshold: 10, measure: "percent" },
      [200, 219, 220, 241, 242],
      "C-C-C",
    ],
    ["percent of a negative value", { threshold: 10, measure: "percent" }, [-200, -219, -220, -180], "C-CC"],
    ["percent of 0 is any change", { threshold: 10, measure: "percent" }, [0, 0, Number.MIN_VALUE], "C-C"],
    ["over 100 percent", { threshold: 150, measure: "percent" }, [10, 24, 25, -10, -12.4], "C-C--"],
    ["0 percent is any change", { threshold: 0, measure: "percent" }, [10, 10, 10.001], "C-C"],
    ["the largest jump there is", { threshold: largest }, [-largest, largest, largest, 0], "CC-C"],
    ["the largest threshold", { threshold: largest, measure: "percent" }, [1, 1e306, -largest], "C-C"],
    ["percent of the largest", { threshold: 10, measure: "percent" }, [largest, largest / 2, 0], "CCC"],
    ["exactly so many percent", { threshold: 7, measure: "percent" }, [100, 106.99, 107], "C-C"],
  ])("%s", (_name, config, values, expected) => {
    const samples = values.map((value) => ({ value }));
    expect(path(config, samples)).toBe(expected);
  });
});

describe("with a heartbeat", () => {
  const config = { threshold: 1, heartbeatSeconds: 60 };
  const series = (...pairs: readonly (readonly [at: number, value: number])[]): ReadingSample[] =>
    pairs.map(([at, value]) => ({ at, value }));

  test.each([
    ["passes when the time has gone by", series([1000, 5], [1059.999999, 5], [1060, 5], [1119, 5]), "C-C-"],
    ["counts from the last that passed", series([1000, 5], [1050, 9], [1060, 9], [1110, 9]), "CC-C"],
    [
      "is what later values are measured from",
      series([1000, 5], [1060, 5.9], [1061, 6.8], [1062, 6.9]),
      "CC-C",
    ],
    ["equal times are no rest", series([1000, 5], [1000, 5], [1000, 5]), "C--"],
    ["a late reading is never one", series([1000, 5], [10, 5]), "C-"],
    ["a late reading passes by its value", series([1000, 5], [10, 9], [1001, 9]), "CC-"],
    [
      "a late reading does not bring the next forward",
      series([1000, 5], [10, 9], [1059, 9], [1060, 9]),
      "CC-C",
    ],
    ["times before 1970", series([-1000, 5], [-941, 5], [-940, 5]), "C-C"],
  ])("%s", (_name, samples, expected) => {
    expect(path(config, samples)).toBe(expected);
  });

  test("has no time limit without a heartbeat", () => {
    expect(path({ threshold: 1 }, series([0, 5], [3e9, 5]))).toBe("C-");
  });
});

test("compares each sensor with itself", () => {
  const samples = [
    { value: 5, sensorId: 7 },
    { value: 50, sensorId: 8 },
    { value: 5, sensorId: 7 },
    { value: 50, sensorId: 8 },
    { value: 51, sensorId: 8 },
    { value: 5, sensorId: 7 },
  ];
  expect(path({ threshold: 1 }, samples)).toBe("CC--C-");
});

test("passes the reading on unchanged", () => {
  const [result] = runNode("deadband", {}, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "changed", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test.each([
  [{ threshold: -1 }, "threshold: must be at least 0"],
  [{ threshold: "1" }, "threshold: must be a number"],
  [{ threshold: Number.NaN }, "threshold: must be a number"],
  [{ measure: "relative" }, "measure: must be one of absolute, percent"],
  [{ heartbeatSeconds: 0 }, "heartbeatSeconds: must be at least 0.001"],
  [{ heartbeatSeconds: -5 }, "heartbeatSeconds: must be at least 0.001"],
  [{ heartbeatSeconds: 1e9 }, "heartbeatSeconds: must be at most 31622400"],
  [{ heartbeatSeconds: "60" }, "heartbeatSeconds: must be a number"],
  [{ heartbeat: 60 }, "heartbeat: is unknown; expected one of threshold, measure, heartbeatSeconds"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("deadband", config)).toEqual([`Node "node", ${problem}`]);
});
