import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

const type = "rate-of-change";

/** X for exceeds, - for within. */
function path(config: Record<string, unknown>, samples: readonly ReadingSample[]): string {
  return outputsOfNode(type, config, samples)
    .map((output) => (output === "exceeds" ? "X" : "-"))
    .join("");
}

/** Values at times, as pairs. */
function series(...pairs: readonly (readonly [at: number, value: number])[]): ReadingSample[] {
  return pairs.map(([at, value]) => ({ at, value }));
}

describe("exceeds (X) or within (-)", () => {
  test.each([
    ["the first reading is within", { limit: 0 }, series([100, 1e9]), "-"],
    ["at the limit is within", { limit: 2, per: "second" }, series([100, 0], [110, 20]), "--"],
    ["over the limit exceeds", { limit: 2, per: "second" }, series([100, 0], [110, 20.5]), "-X"],
    ["per minute, by default", { limit: 6 }, series([100, 0], [110, 1], [120, 2.5]), "--X"],
    ["per hour", { limit: 360, per: "hour" }, series([100, 0], [110, 1], [120, 2.5]), "--X"],
    [
      "a slow change over a long time",
      { limit: 1, per: "hour" },
      series([0, 0], [36_000, 9], [72_000, 20]),
      "--X",
    ],
    ["less than a second", { limit: 10, per: "second" }, series([100, 0], [100.05, 1]), "-X"],
    ["both directions", { limit: 1, per: "second" }, series([1, 0], [2, 5], [3, 0]), "-XX"],
    ["rise only", { limit: 1, per: "second", direction: "rise" }, series([1, 0], [2, 5], [3, 0]), "-X-"],
    ["fall only", { limit: 1, per: "second", direction: "fall" }, series([1, 0], [2, 5], [3, 0]), "--X"],
    ["a limit of 0 is any change", { limit: 0 }, series([1, 5], [2, 5], [3, 5.001]), "--X"],
    ["a limit of 0, falling", { limit: 0, direction: "fall" }, series([1, 5], [2, 6], [3, 5]), "--X"],
    [
      "the largest jump there is",
      { limit: 1e300, per: "second" },
      series([1, -Number.MAX_VALUE], [2, Number.MAX_VALUE], [3, Number.MAX_VALUE]),
      "-X-",
    ],
    ["exactly at the limit, in odd times", { limit: 60 }, series([0, 0], [599, 599], [600, 600]), "---"],
    ["a microsecond apart", { limit: 1e5, per: "second" }, series([1, 0], [1.000001, 1]), "-X"],
    ["times before 1970", { limit: 1, per: "second" }, series([-10, 0], [-9, 5], [0, 5]), "-X-"],
    ["the first at the beginning of time", { limit: 1, per: "second" }, series([0, 50], [1, 100]), "-X"],
  ])("%s", (_name, config, samples, expected) => {
    expect(path(config, samples)).toBe(expected);
  });
});

describe("readings that are not later than the newest", () => {
  const config = { limit: 1, per: "second" };

  test("are within if they are late, however far off", () => {
    expect(path(config, series([100, 0], [50, 1e6]))).toBe("--");
  });

  test("are not compared with by the next reading", () => {
    expect(path(config, series([100, 0], [50, 1e6], [101, 0.5], [102, 5]))).toBe("---X");
  });

  test("are within at the same time, and are compared with by the next", () => {
    expect(path(config, series([100, 0], [100, 1e6], [101, 1e6], [102, 0]))).toBe("---X");
  });

  test("are within if they repeat", () => {
    expect(path({ limit: 0 }, series([100, 5], [100, 5]))).toBe("--");
  });
});

test("compares each sensor with itself", () => {
  const samples = [
    { at: 100, value: 0, sensorId: 7 },
    { at: 100, value: 1000, sensorId: 8 },
    { at: 101, value: 0.5, sensorId: 7 },
    { at: 101, value: 1000.5, sensorId: 8 },
    { at: 102, value: 900, sensorId: 8 },
    { at: 102, value: 1, sensorId: 7 },
  ];
  expect(path({ limit: 1, per: "second" }, samples)).toBe("----X-");
});

test("passes the reading on unchanged", () => {
  const [result] = runNode(type, { limit: 1 }, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "within", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test.each([
  [{}, "limit: is required"],
  [{ limit: -1 }, "limit: must be at least 0"],
  [{ limit: "1" }, "limit: must be a number"],
  [{ limit: Number.POSITIVE_INFINITY }, "limit: must be a number"],
  [{ limit: 1, per: "day" }, "per: must be one of second, minute, hour"],
  [{ limit: 1, direction: "up" }, "direction: must be one of any, rise, fall"],
  [{ limit: 1, unit: "s" }, "unit: is unknown; expected one of limit, per, direction"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode(type, config)).toEqual([`Node "node", ${problem}`]);
});
