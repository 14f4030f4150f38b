import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

/** L for late, - for on-time. */
function path(config: Record<string, unknown>, samples: readonly ReadingSample[]): string {
  return outputsOfNode("late", config, samples)
    .map((output) => (output === "late" ? "L" : "-"))
    .join("");
}

describe("measured by the delay until arrival", () => {
  test.each([
    ["at the limit is on time", { seconds: 30 }, [0, 29.9, 30, 30.000001, 86_400], "---LL"],
    ["a minute by default", {}, [59, 60, 61], "--L"],
    ["0 is any delay", { seconds: 0 }, [0, 0.000001], "-L"],
    ["a time ahead of arrival is on time", { seconds: 0 }, [-5], "-"],
    ["years late", { seconds: 31_622_400 }, [31_622_400, 1e9], "-L"],
  ])("%s", (_name, config, delays, expected) => {
    const samples = delays.map((lateBy) => ({ value: 1, lateBy }));
    expect(path(config, samples)).toBe(expected);
  });

  test("ignores the order of readings", () => {
    const samples = [
      { value: 1, at: 1000 },
      { value: 1, at: 10 },
      { value: 1, at: 10, lateBy: 100 },
      { value: 1, at: 2000 },
    ];
    expect(path({ measure: "delay", seconds: 60 }, samples)).toBe("--L-");
  });
});

describe("measured by the order of the sensor's readings", () => {
  test.each([
    ["the first is on time", 0, [5], "-"],
    ["in order", 0, [5, 6, 7], "---"],
    ["equal times are on time", 0, [5, 5, 5], "---"],
    ["0 is anything behind the newest", 0, [1000, 999.999999, 1000, 1001, 1000], "-L--L"],
    ["so far behind is tolerated", 60, [1000, 940, 939.999999, 1000, 1001, 940], "--L--L"],
    ["a late one does not become the newest", 0, [1000, 10, 11, 12, 1001], "-LLL-"],
    ["a tolerated one does not become the newest", 60, [1000, 950, 930], "--L"],
    ["times before 1970", 0, [-1000, -900, -950, 0, -1], "--L-L"],
  ])("%s", (_name, seconds, times, expected) => {
    const samples = times.map((at) => ({ value: 1, at }));
    expect(path({ measure: "order", seconds }, samples)).toBe(expected);
  });

  test("ignores the delay until arrival", () => {
    const samples = [
      { value: 1, at: 1000, lateBy: 1e6 },
      { value: 1, at: 1001, lateBy: 0 },
    ];
    expect(path({ measure: "order", seconds: 0 }, samples)).toBe("--");
  });

  test("keeps the newest reading of each sensor", () => {
    const samples = [
      { value: 1, at: 1000, sensorId: 7 },
      { value: 1, at: 500, sensorId: 8 },
      { value: 1, at: 501, sensorId: 8 },
      { value: 1, at: 502, sensorId: 7 },
      { value: 1, at: 502, sensorId: 8 },
    ];
    expect(path({ measure: "order", seconds: 0 }, samples)).toBe("---L-");
  });
});

test("passes the reading on unchanged", () => {
  const [result] = runNode("late", {}, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "on-time", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test.each([
  [{ measure: "age" }, "measure: must be one of delay, order"],
  [{ seconds: -1 }, "seconds: must be at least 0"],
  [{ seconds: 1e9 }, "seconds: must be at most 31622400"],
  [{ seconds: "60" }, "seconds: must be a number"],
  [{ minutes: 1 }, "minutes: is unknown; expected one of measure, seconds"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("late", config)).toEqual([`Node "node", ${problem}`]);
});
