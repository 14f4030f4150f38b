import { expect, test } from "bun:test";
import { meanText } from "./mean-text.ts";

test.each([
  [{ min: 101.325, mean: 101.335333333, max: 101.347 }, null, "101.3353"],
  [{ min: 0, mean: 0.371428571, max: 1 }, null, "0.37"],
  [{ min: 20, mean: 21.4628571, max: 23 }, null, "21.46"],
  [{ min: 1_000_000, mean: 2_345_678.9, max: 5_000_000 }, null, "2,345,679"],
  [{ min: 1e-9, mean: 1.512345e-9, max: 2e-9 }, null, "1.51e−9"],
  [{ min: 45, mean: 48.2857, max: 52 }, 0, "48.3"],
])("gives an average of %j the digits that its values justify", (averaged, decimals, text) => {
  expect(meanText(averaged, decimals)).toBe(text);
});

test("shows the average of equal values like the values themselves", () => {
  const same = { min: 0.3, mean: 0.30000000000000004, max: 0.3 };
  expect([meanText(same, null), meanText(same, 1)]).toEqual(["0.3", "0.3"]);
});
