import { expect, test } from "bun:test";
import fc from "fast-check";
import { plural, rateText, valueText } from "./number.ts";

test.each([
  [0, "0"],
  [-0, "0"],
  [21.5, "21.5"],
  [101.325, "101.325"],
  [1_234_567, "1,234,567"],
  [-999_999_999, "−999,999,999"],
  [1_763_000_000, "1,763,000,000"],
  [52.520008, "52.520008"],
  [23.459999084472656, "23.46"],
  [0.1 + 0.2, "0.3"],
  [1_234_567.891234, "1,234,568"],
  [12_345_678_901, "1.235e10"],
  [1e15, "1e15"],
  [-1.5e300, "−1.5e300"],
  [0.0001, "0.0001"],
  [1e-9, "1e−9"],
])("shows %d without decimals as %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test.each([
  [21.46, 1, "21.5"],
  [21, 2, "21.00"],
  [21.5, 0, "22"],
  [-0.04, 1, "0.0"],
  [-0, 1, "0.0"],
  [1e-9, 1, "0.0"],
  [1e-9, 10, "0.0000000010"],
  [123_456.789, 15, "123,456.789000000000000"],
  [1_234_567, 1, "1,234,567.0"],
  [1e15, 1, "1e15"],
])("shows %d with %d decimals as %s", (value, decimals, text) => {
  expect(valueText(value, decimals)).toBe(text);
});

const anyValue = fc.oneof(
  fc.double({ noNaN: true, min: -1e308, max: 1e308 }),
  fc.double({ noNaN: true, min: -1e10, max: 1e10 }),
  fc.integer(),
  fc
    .tuple(fc.integer(), fc.integer({ min: -12, max: 12 }))
    .map(([whole, power]) => Number(`${whole}e${power}`)),
);

test("shows the value, rounded in the last shown digit and short enough for a card", () => {
  fc.assert(
    fc.property(anyValue, fc.option(fc.integer({ min: 0, max: 15 })), (value, decimals) => {
      const text = plain(valueText(value, decimals));
      // Half a unit of the last digit, and a little for rounding errors of this test.
      const off = Math.abs(Number(text) - value);
      expect(off).toBeLessThanOrEqual(lastDigitOf(text) * 0.500001 + Math.abs(value) * Number.EPSILON);
      expect(text).not.toMatch(/^-[0.]+$/);
      expect(text.replace(/^-/, "").length).toBeLessThanOrEqual(12 + (decimals ?? 0));
    }),
    { numRuns: 5000 },
  );
});

test("shows values of at most ten digits exactly, unless they are huge or tiny", () => {
  const sent = fc
    .tuple(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), fc.integer({ min: -4, max: 0 }))
    .map(([whole, power]) => Number(`${whole}e${power}`));
  fc.assert(fc.property(sent, (value) => expect(Number(plain(valueText(value)))).toBe(value)));
});

/** A shown number as code writes it. */
function plain(shown: string): string {
  return shown.replaceAll(",", "").replaceAll("−", "-");
}

/** One unit of the last digit. */
function lastDigitOf(text: string): number {
  const [mantissa, exponent = "0"] = text.split("e") as [string, string?];
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  return Number(`1e${Number(exponent) - decimals}`);
}

test.each([
  [0, "0"],
  [0.0001, "< 0.01"],
  [0.00499, "< 0.01"],
  [0.005, "0.01"],
  [0.5, "0.50"],
  [0.996, "1.0"],
  [9.94, "9.9"],
  [9.96, "10"],
  [999.4, "999"],
  [999.6, "1,000"],
  [12_345, "12.3K"],
])("shows a rate of %d a minute as %s", (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

test("uses the singular for one and the plural for everything else", () => {
  expect([0, 1, 2, 1000].map((count) => plural(count, "request"))).toEqual([
    "0 requests",
    "1 request",
    "2 requests",
    "1,000 requests",
  ]);
});
