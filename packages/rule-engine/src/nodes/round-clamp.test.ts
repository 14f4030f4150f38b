import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { problemsOfNode, runNode, valuesOfNode } from "../testing/run-node.ts";

const largest = Number.MAX_VALUE;

function rounded(decimals: number, ...values: number[]): number[] {
  return valuesOfNode(
    "round-clamp",
    { decimals },
    values.map((value) => ({ value })),
  );
}

describe("rounding", () => {
  test.each([
    [0, [0.5, 1.5, 2.5, -0.5, -1.5, -2.5], [1, 2, 3, -1, -2, -3]],
    [0, [0.49999999999999994, 4503599627370495.5, -0.4, 0], [0, 4503599627370496, 0, 0]],
    [1, [0.05, 0.15, 0.25, 0.35, -0.05], [0.1, 0.2, 0.3, 0.4, -0.1]],
    [2, [1.005, 1.015, 1.025, 8.345, 10.235, 39.425, 1.45], [1.01, 1.02, 1.03, 8.35, 10.24, 39.43, 1.45]],
    [2, [1.004999999999999, 1.0050000000000001, -1.005, 5.015], [1, 1.01, -1.01, 5.02]],
    [3, [1.0005, 1234.5675, 1e-9], [1.001, 1234.568, 0]],
    [
      12,
      [0.1234567890125, 1e-12, 5e-13, 4e-13, 123456.123456789],
      [0.123456789013, 1e-12, 1e-12, 0, 123456.123456789],
    ],
    [6, [largest, -largest, 1e21, 5e-324], [largest, -largest, 1e21, 0]],
    [2, [2 ** 52 - 0.5, 2 ** 53, 90071992547409.92], [2 ** 52 - 0.5, 2 ** 53, 90071992547409.92]],
  ])("to %d decimals makes %j to %j", (decimals, values, results) => {
    expect(rounded(decimals, ...values)).toEqual(results);
  });

  test("rounds a written half away from zero, whatever stands before it", () => {
    const anyCase = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.nat(999_999_999));
    fc.assert(
      fc.property(anyCase, ([decimals, count]) => {
        const half = Number(`${count}5e-${decimals + 1}`);
        const up = Number(`${count + 1}e-${decimals}`);
        const down = Number(`${count}e-${decimals}`);
        expect(rounded(decimals, half, -half)).toEqual([up, -up]);
        // Two doubles below, it is no longer what people write as a half.
        expect(rounded(decimals, half * (1 - 2 ** -51))).toEqual([down]);
      }),
    );
  });

  test("does not change a rounded value", () => {
    const anyValue = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), anyValue, (decimals, value) => {
        const [once] = rounded(decimals, value);
        expect(rounded(decimals, once!)).toEqual([once!]);
        expect(Math.abs(once! - value)).toBeLessThanOrEqual(
          0.5 / 10 ** decimals + Math.abs(value) * 2 ** -52,
        );
      }),
    );
  });
});

test.each([
  [{ min: 0 }, [-5, 0, 5, -largest], [0, 0, 5, 0]],
  [{ max: 10 }, [5, 10, 15, largest], [5, 10, 10, 10]],
  [{ min: 0, max: 10 }, [-1, 0.04, 10.04], [0, 0.04, 10]],
  [{ min: 5, max: 5 }, [4, 5, 6], [5, 5, 5]],
  [{ decimals: 0, min: 0.5 }, [0.2, 0.6], [0.5, 1]],
  [{ decimals: 0, max: 9.5 }, [9.4, 9.6], [9, 9.5]],
  [{ decimals: null, min: -largest, max: largest }, [-largest, largest], [-largest, largest]],
])("%j makes %j to %j", (config, values, results) => {
  const samples = values.map((value) => ({ value }));
  expect(valuesOfNode("round-clamp", config, samples)).toEqual(results);
});

test("changes only the value, whether readings are late, of equal times or of other sensors", () => {
  const metadata = { room: "cellar" };
  const samples = [
    { value: 1.4, at: 100, metadata },
    { value: 2.5, at: 100 },
    { value: 3.6, at: 1, sensorId: 8 },
  ];
  const results = runNode("round-clamp", { decimals: 0 }, samples);
  expect(results.map(({ output, value }) => `${output} ${value}`)).toEqual(["out 1", "out 3", "out 4"]);
  expect(results[0]!.metadata).toEqual(metadata);
});

test.each([
  [{}, 'decimals: is required if "min" and "max" are empty'],
  [{ decimals: null, min: null, max: null }, 'decimals: is required if "min" and "max" are empty'],
  [{ decimals: -1 }, "decimals: must be at least 0"],
  [{ decimals: 13 }, "decimals: must be at most 12"],
  [{ decimals: 1.5 }, "decimals: must be a whole number"],
  [{ decimals: "2" }, "decimals: must be a number"],
  [{ min: "0" }, "min: must be a number"],
  [{ max: Number.NaN }, "max: must be a number"],
  [{ min: 2, max: 1 }, 'min: must not be above "max": 2 is more than 1'],
  [{ digits: 2, min: 0 }, "digits: is unknown; expected one of decimals, min, max"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("round-clamp", config)).toEqual([`Node "node", ${problem}`]);
});
