import { expect, test } from "bun:test";
import { formatNumber } from "./format-number.ts";

test.each([
  [0.1 + 0.2, "0.3"],
  [161.62520000000004, "161.6252"],
  [0.9999999999999999, "1"],
  [-4.35 * 100, "-435"],
  [1 / 3, "0.333333333333"],
  [1.0000000000000002e-7, "1e-7"],
])("writes the result of arithmetic without noise: %d", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [21.5, "21.5"],
  [-0, "0"],
  [123456789.012345, "123456789.012345"],
  [0.000123456789012345, "0.000123456789012345"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [1234567890123456800, "1234567890123456800"],
  [1e300, "1e+300"],
])("writes what a device can have sent unchanged: %d", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
