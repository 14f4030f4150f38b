import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { aggregateNames } from "../aggregates.ts";
import { problemsOfNode, type ReadingSample, runNode, valuesOfNode } from "../testing/run-node.ts";

const largest = Number.MAX_VALUE;

function overReadings(name: string, readings: number, ...values: number[]): number[] {
  const samples = values.map((value) => ({ value }));
  return valuesOfNode("moving", { function: name, over: "readings", readings }, samples);
}

function overDuration(name: string, durationSeconds: number, samples: readonly ReadingSample[]): number[] {
  return valuesOfNode("moving", { function: name, over: "duration", durationSeconds }, samples);
}

function series(...pairs: readonly (readonly [at: number, value: number])[]): ReadingSample[] {
  return pairs.map(([at, value]) => ({ at, value }));
}

describe("over a number of readings", () => {
  test.each([
    ["average", 2, [5, 7, 10, 10], [5, 6, 8.5, 10]],
    ["average", 3, [3, 0, -3, -6], [3, 1.5, 0, -3]],
    ["min", 3, [5, 7, 6, 9, 8], [5, 5, 5, 6, 6]],
    ["max", 3, [5, 9, 6, 7, 1], [5, 9, 9, 9, 7]],
    ["median", 3, [5, 100, 6, 7, 1], [5, 52.5, 6, 7, 6]],
    ["median", 4, [1, 2, 3, 4, 5], [1, 1.5, 2, 2.5, 3.5]],
    ["sum", 3, [1, 2, 3, 4], [1, 3, 6, 9]],
    ["sum", 2, [0, 0, -0], [0, 0, 0]],
    ["sum", 2, [5e-324, 5e-324, 5e-324], [5e-324, 1e-323, 1e-323]],
  ])("the %s of the last %d of %j: %j", (name, readings, values, results) => {
    expect(overReadings(name, readings, ...values)).toEqual(results);
  });

  test("averages the last ten with an empty configuration", () => {
    const samples = Array.from({ length: 12 }, (_, value) => ({ value }));
    expect(valuesOfNode("moving", {}, samples).slice(-2)).toEqual([5.5, 6.5]);
  });

  test("counts readings in order of arrival, including late ones and those of equal times", () => {
    const samples = series([100, 1], [100, 2], [5, 30], [101, 4]);
    const config = { function: "sum", over: "readings", readings: 3 };
    expect(valuesOfNode("moving", config, samples)).toEqual([1, 3, 33, 36]);
  });

  test("leaves nothing behind once a large value has gone", () => {
    expect(overReadings("sum", 3, 0.1, 0.2, 1e16, 0.1, 0.2, 0.3).slice(-1)).toEqual([0.6]);
    expect(overReadings("average", 2, 1e300, 1, 1e-300, 1e-300).slice(-1)).toEqual([1e-300]);
  });

  test("counts a small value beside a large one that cancels out", () => {
    expect(overReadings("sum", 3, 1e16, 1, -1e16).slice(-1)).toEqual([1]);
    expect(overReadings("sum", 4, 1, 1e100, 1, -1e100).slice(-1)).toEqual([2]);
    expect(overReadings("average", 4, 1e16, 1, 1, -1e16).slice(-1)).toEqual([0.5]);
  });

  test("is as exact for the last of a thousand as for the first", () => {
    const values = Array.from({ length: 5000 }, (_, index) => (index % 7 === 0 ? 1e15 : 0.1));
    const last = values.slice(-1000);
    const expected = last.filter((value) => value === 1e15).length * 1e15;
    const small = last.filter((value) => value === 0.1).length * 0.1;
    expect(overReadings("sum", 1000, ...values).at(-1)).toBe(expected + small);
  });
});

describe("over a duration", () => {
  test.each([
    ["what is exactly so old is out", "sum", series([0, 1], [5, 2], [10, 4], [14.999999, 8]), [1, 3, 6, 14]],
    ["nothing is left after a pause", "average", series([0, 1], [1, 3], [100, 9]), [1, 2, 9]],
    ["equal times all count", "sum", series([0, 1], [0, 2], [0, 4], [10, 8]), [1, 3, 7, 8]],
    ["the median of the window", "median", series([0, 9], [4, 1], [8, 5], [12, 7]), [9, 5, 5, 5]],
    ["the smallest goes out in time", "min", series([0, 1], [5, 3], [9, 2], [10, 9]), [1, 1, 1, 2]],
    ["the largest goes out in time", "max", series([0, 9], [5, 3], [9, 2], [10, 1]), [9, 9, 9, 3]],
    ["a late reading gets the window of its time", "sum", series([0, 1], [20, 2], [5, 4]), [1, 2, 5]],
    [
      "a late reading counts for those after it",
      "sum",
      series([0, 1], [8, 2], [5, 4], [9, 8]),
      [1, 3, 5, 15],
    ],
    ["a late reading of a time long gone", "sum", series([100, 1], [0, 2], [101, 4]), [1, 2, 5]],
    ["times before 1970", "sum", series([-15, 1], [-5, 2], [0, 4]), [1, 2, 6]],
  ])("%s", (_name, aggregate, samples, results) => {
    expect(overDuration(aggregate, 10, samples)).toEqual(results);
  });

  test("distinguishes microseconds", () => {
    const samples = series([1000, 1], [1000.000999, 2], [1000.001, 4]);
    expect(overDuration("sum", 0.001, samples)).toEqual([1, 3, 6]);
  });

  test("keeps the newest thousand", () => {
    const samples = Array.from({ length: 1500 }, (_, at) => ({ at, value: 1 }));
    const results = overDuration("sum", 86_400, [...samples, { at: 1000, value: 7 }, { at: 0, value: 3 }]);
    expect(results.slice(998, 1001)).toEqual([999, 1000, 1000]);
    // 501 to 1000 are kept, the late one of 1000 takes the place of the oldest; the one of 0 is older than all kept.
    expect(results.slice(-2)).toEqual([500 + 7, 3]);
  });

  test("holds what a plain search of all readings finds", () => {
    const anySample = fc.record({
      at: fc.integer({ min: 0, max: 40 }),
      value: fc.integer({ min: -100, max: 100 }),
    });
    const anySeries = fc.array(anySample, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        anySeries,
        fc.integer({ min: 1, max: 15 }),
        fc.constantFrom(...aggregateNames),
        (samples, seconds, name) => {
          const expected = samples.map(({ at }, index) => {
            const window = samples
              .slice(0, index + 1)
              .filter((other) => other.at <= at && other.at > at - seconds);
            return plainly[name](window.map(({ value }) => value).sort((a, b) => a - b));
          });
          expect(overDuration(name, seconds, samples)).toEqual(expected);
        },
      ),
    );
  });
});

/** For whole numbers in order, for which plain arithmetic is exact. */
const plainly: Record<(typeof aggregateNames)[number], (sorted: readonly number[]) => number> = {
  average: (sorted) => plainly.sum(sorted) / sorted.length,
  min: (sorted) => sorted[0]!,
  max: (sorted) => sorted.at(-1)!,
  median: (sorted) => (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2,
  sum: (sorted) => sorted.reduce((total, value) => total + value, 0),
};

test("finds the same as a plain search over readings", () => {
  const anyValues = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      anyValues,
      fc.integer({ min: 2, max: 20 }),
      fc.constantFrom(...aggregateNames),
      (values, readings, name) => {
        const expected = values.map((_, index) => {
          const window = values.slice(Math.max(0, index + 1 - readings), index + 1);
          return plainly[name](window.sort((a, b) => a - b));
        });
        expect(overReadings(name, readings, ...values)).toEqual(expected);
      },
    ),
  );
});

describe("very large values", () => {
  test("fails if a sum is too large for a number, and leaves the reading unchanged", () => {
    const config = { function: "sum", over: "readings", readings: 2 };
    const results = runNode("moving", config, [{ value: largest }, { value: largest }, { value: -largest }]);
    expect(results.map(({ output, value }) => [output, value])).toEqual([
      ["out", largest],
      ["failure", largest],
      ["out", 0],
    ]);
    expect(results[1]!.reason).toBe(
      "The sum of 2 readings, the last of which is 1.7976931348623157e+308, is too large for a number.",
    );
  });

  test.each([
    ["average", [largest, largest, largest], largest],
    ["average", [-largest, -largest], -largest],
    ["median", [largest, largest], largest],
    ["sum", [largest, largest, -largest, -largest], 0],
    ["sum", [largest, largest, -largest], largest],
  ])("the %s of %j is within it", (name, values, result) => {
    const config = { function: name, over: "readings", readings: 4 };
    const results = runNode(
      "moving",
      config,
      values.map((value) => ({ value })),
    );
    expect(results.at(-1)).toMatchObject({ output: "out", value: result });
  });
});

test.each(["readings", "duration"])("keeps a window for each sensor, over %s", (over) => {
  const samples = [
    { value: 1, sensorId: 7 },
    { value: 100, sensorId: 8 },
    { value: 2, sensorId: 7 },
    { value: 200, sensorId: 8 },
  ];
  expect(valuesOfNode("moving", { function: "sum", over }, samples)).toEqual([1, 100, 3, 300]);
});

test("leaves metadata alone", () => {
  const [result] = runNode("moving", {}, [{ value: 1, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "out", value: 1, metadata: { room: "cellar" }, effects: [] });
});

test.each([
  [{ function: "mean" }, "function: must be one of average, min, max, median, sum"],
  [{ over: "time" }, "over: must be one of readings, duration"],
  [{ readings: 1 }, "readings: must be at least 2"],
  [{ readings: 1001 }, "readings: must be at most 1000"],
  [{ readings: 2.5 }, "readings: must be a whole number"],
  [{ readings: "5" }, "readings: must be a number"],
  [{ over: "duration", durationSeconds: 0 }, "durationSeconds: must be at least 0.001"],
  [{ over: "duration", durationSeconds: 1e9 }, "durationSeconds: must be at most 31622400"],
  [{ over: "duration", durationSeconds: "60" }, "durationSeconds: must be a number"],
  [{ seconds: 5 }, "seconds: is unknown; expected one of function, over, readings, durationSeconds"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("moving", config)).toEqual([`Node "node", ${problem}`]);
});
