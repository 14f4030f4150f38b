import { describe, expect, test } from "bun:test";
import type { ChainHost } from "../chain-host.ts";
import { MemoryStates } from "../memory-states.ts";
import { readConfig } from "../read-config.ts";
import {
  outputsOfNode,
  problemsOfNode,
  type ReadingSample,
  runNode,
  sampleReading,
} from "../testing/run-node.ts";
import { consecutiveThreshold } from "./consecutive-threshold.ts";

const type = "consecutive-threshold";

/** One letter per output, so that a path reads as a line. */
const letters: Record<string, string> = { below: "-", reached: "R", repeated: "r" };

function path(config: Record<string, unknown>, samples: readonly ReadingSample[]): string {
  return outputsOfNode(type, config, samples)
    .map((output) => letters[output])
    .join("");
}

/** High (9) and low (1) readings, one per second, against "over 5". */
function pathOf(config: Record<string, unknown>, levels: string): string {
  return path(
    { operator: ">", value: 5, ...config },
    [...levels].map((level) => ({ value: level === "H" ? 9 : 1 })),
  );
}

describe("counting: reached (R), repeated (r), below (-)", () => {
  test.each([
    [{ count: 3 }, "HHHHLHHLHHHH", "--RR------RR"],
    [{}, "HHHL", "--R-"],
    [{ count: 1 }, "LHHL", "-RR-"],
    [{ count: 3, onlyOnce: true }, "HHHHHLHHHH", "--Rrr---Rr"],
    [{ count: 1, onlyOnce: true }, "HHLHLL", "Rr-R--"],
    [{ count: 1000 }, "H".repeat(1001), `${"-".repeat(999)}RR`],
  ])("%j: %s", (config, levels, expected) => {
    expect(pathOf(config, levels)).toBe(expected);
  });

  test.each([
    [">", [5, 6], "-R"],
    [">=", [4, 5], "-R"],
    ["<", [5, 4], "-R"],
    ["<=", [6, 5], "-R"],
    ["==", [4, 5], "-R"],
    ["!=", [5, 4], "-R"],
    [">", [Number.MAX_VALUE, -Number.MAX_VALUE], "R-"],
  ])("compares the value by %s", (operator, values, expected) => {
    const samples = values.map((value) => ({ value }));
    expect(path({ operator, value: 5, count: 1 }, samples)).toBe(expected);
  });

  test("has a row for each sensor", () => {
    const samples = [7, 8, 7, 8, 7, 8].map((sensorId, index) => ({
      sensorId,
      value: sensorId === 8 && index === 3 ? 1 : 9,
    }));
    expect(path({ value: 5, count: 2 }, samples)).toBe("--R-R-");
  });

  test("counts a late reading like any other, and lets it break the row", () => {
    const config = { value: 5, count: 3 };
    const high = { value: 9 };
    expect(path(config, [high, high, { value: 9, at: 1, lateBy: 1e6 }])).toBe("--R");
    expect(path(config, [high, high, high, { value: 1, at: 1 }, high])).toBe("--R--");
  });

  test("counts readings of the same time one by one", () => {
    const high = { value: 9, at: 100 };
    expect(path({ value: 5, count: 3 }, [high, high, high])).toBe("--R");
  });
});

describe("within a time window", () => {
  const config = { operator: ">", value: 5, count: 3, windowSeconds: 60 };
  const highAt = (...times: number[]): ReadingSample[] => times.map((at) => ({ value: 9, at }));

  test.each([
    ["just inside", highAt(1000, 1030, 1060), "--R"],
    ["just outside", highAt(1000, 1030, 1060.000001), "---"],
    ["too slow at first, then fast enough", highAt(1000, 1050, 1100, 1110, 1120), "---RR"],
    ["a pause ends it", highAt(1000, 1010, 1020, 5000, 5010, 5020, 5030), "--R--RR"],
    ["all at one time", highAt(1000, 1000, 1000), "--R"],
    ["a late reading in the middle", highAt(1000, 1060, 1030), "--R"],
    ["a late reading from too long ago", highAt(1000, 1010, 900), "---"],
    ["a late reading in the middle of the ring is seen", highAt(1000, 100, 1010, 1020, 1030), "----R"],
    ["times before 1970", highAt(-100, -70, -40, -39), "--RR"],
  ])("%s", (_name, samples, expected) => {
    expect(path(config, samples)).toBe(expected);
  });

  test("restarts the row with a low reading, whatever times were kept", () => {
    const samples = [...highAt(1000, 1001), { value: 1, at: 1002 }, ...highAt(1003, 1004, 1005)];
    expect(path(config, samples)).toBe("-----R");
  });

  test('with "only once" lets the next one through after a pause', () => {
    const samples = highAt(1000, 1010, 1020, 1030, 5000, 5010, 5020, 5030);
    expect(path({ ...config, onlyOnce: true }, samples)).toBe("--Rr--Rr");
  });

  test("works with the longest row", () => {
    const times = Array.from({ length: 1002 }, (_, index) => 1000 + index);
    const reached = path({ ...config, count: 1000, windowSeconds: 999 }, highAt(...times));
    expect(reached).toBe(`${"-".repeat(999)}RRR`);
    expect(path({ ...config, count: 1000, windowSeconds: 998 }, highAt(...times))).toBe("-".repeat(1002));
  });

  test("keeps the times of each sensor separately", () => {
    const samples = [
      { value: 9, at: 1000, sensorId: 7 },
      { value: 9, at: 9000, sensorId: 8 },
      { value: 9, at: 1010, sensorId: 7 },
      { value: 9, at: 9100, sensorId: 8 },
      { value: 9, at: 1020, sensorId: 7 },
      { value: 9, at: 9110, sensorId: 8 },
    ];
    expect(path(config, samples)).toBe("----R-");
  });
});

describe("after another version of the chain is published", () => {
  /** Runs each version in turn on the same states, as the processor does. */
  function pathOfVersions(versions: readonly (readonly [Record<string, unknown>, string])[]): string {
    const states = new MemoryStates();
    let taken = "";
    for (const [given, levels] of versions) {
      const read = readConfig(consecutiveThreshold.fields, given);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const step = consecutiveThreshold.compile(read.config, {
        nodeId: "node",
        place: { nodeId: "node", label: "node", host: {} as ChainHost },
        host: {} as ChainHost,
        fail: () => undefined,
        states: (size) => states.of(`node ${size}`, size),
        output: (name) => () => {
          taken += letters[name];
        },
      });
      for (const level of levels) step(sampleReading({ value: level === "H" ? 9 : 1 }, 1000));
    }
    return taken;
  }

  test.each([
    ["the row goes on where nothing changed", [{ value: 5 }, { value: 5 }], "--R"],
    ["it begins anew for another value", [{ value: 5 }, { value: 6 }], "---"],
    ["it begins anew for another operator", [{ value: 5 }, { value: 5, operator: ">=" }], "---"],
    [
      "a lower count is reached at once",
      [
        { value: 5, count: 9 },
        { value: 5, count: 2 },
      ],
      "--R",
    ],
    [
      "a higher count goes on",
      [
        { value: 5, count: 2 },
        { value: 5, count: 4 },
      ],
      "-R-",
    ],
  ])("%s", (_name, [before, after], expected) => {
    const versions = [
      [before!, "HH"],
      [after!, "H"],
    ] as const;
    expect(pathOfVersions(versions)).toBe(expected);
  });

  test('keeps "only once" across versions', () => {
    const config = { value: 5, count: 2, onlyOnce: true };
    const versions = [
      [config, "HH"],
      [config, "HLHH"],
    ] as const;
    expect(pathOfVersions(versions)).toBe("-Rr--R");
  });
});

test("passes the reading on unchanged", () => {
  const [result] = runNode(type, { value: 1, count: 1 }, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "reached", value: 5, metadata: { room: "cellar" }, effects: [] });
});

test.each([
  [{}, "value: is required"],
  [{ value: "5" }, "value: must be a number"],
  [{ value: 5, operator: "=>" }, "operator: must be one of >, <, >=, <=, ==, !="],
  [{ value: 5, count: 0 }, "count: must be at least 1"],
  [{ value: 5, count: 1001 }, "count: must be at most 1000"],
  [{ value: 5, count: 2.5 }, "count: must be a whole number"],
  [{ value: 5, count: "3" }, "count: must be a number"],
  [{ value: 5, windowSeconds: 0 }, "windowSeconds: must be at least 0.001"],
  [{ value: 5, windowSeconds: -60 }, "windowSeconds: must be at least 0.001"],
  [{ value: 5, windowSeconds: 1e9 }, "windowSeconds: must be at most 31622400"],
  [{ value: 5, windowSeconds: "60" }, "windowSeconds: must be a number"],
  [{ value: 5, onlyOnce: "yes" }, "onlyOnce: must be true or false"],
  [
    { value: 5, window: 60 },
    "window: is unknown; expected one of operator, value, count, windowSeconds, onlyOnce",
  ],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode(type, config)).toEqual([`Node "node", ${problem}`]);
});
