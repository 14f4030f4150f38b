import { expect, test } from "bun:test";
import { durationInWords, timeInWords } from "./times-in-words.ts";

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [-61_000, "1 min 1 s"],
  [3_600_000, "1 h"],
  [7_500_000, "2 h 5 min"],
  [3_605_000, "1 h"],
  [90_000_000, "1 day 1 h"],
  [86_400_000 * 59, "59 days"],
  [86_400_000 * 90, "3 months"],
  [86_400_000 * 365, "1 year"],
  [86_400_000 * 1142 + 3 * 3_600_000, "3 years"],
])("writes %d ms as %p", (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

test("shows times to the second", () => {
  expect(timeInWords(Date.parse("2026-06-01T12:00:00.999Z"))).toBe("2026-06-01 12:00:00 UTC");
});
