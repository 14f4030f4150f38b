import { expect, test } from "bun:test";
import { clockAdvice, clockText } from "./clock-words.ts";

const hourMs = 3_600_000;
/** `[hours, seconds ahead]` of each request. */
const clock = (...seen: [number, number][]) =>
  seen.map(([hours, ahead], nth) => ({ id: String(nth), atMs: hours * hourMs, aheadMs: ahead * 1000 }));

test("says nothing about a correct clock, and in which direction a wrong one is off", () => {
  expect([1999, -2000, 41_000, 62_000, -250_000, -3_700_000].map(clockText)).toEqual([
    "accurate to 2 s",
    "accurate to 2 s",
    "41 s ahead",
    "62 s ahead",
    "4 min 10 s behind",
    "1 h 1 min behind",
  ]);
  expect(clockAdvice(clock([0, 1]))).toContain("The clock is accurate");
  expect(clockAdvice(clock([0, -41]))).toContain("adds 41 s to");
  expect(clockAdvice(clock([0, 41]))).toContain("subtracts 41 s from");
});

test("shows drift over an hour or more, from when the clock was last set", () => {
  expect(clockAdvice(clock([0, -10], [24, -22]))).toContain("It loses about 12 s a day.");
  expect(clockAdvice(clock([0, 10], [12, 16]))).toContain("It gains about 12 s a day.");
  expect(clockAdvice(clock([0, 500], [24, 0], [36, 5]))).toContain("It gains about 10 s a day.");
  for (const seen of [clock([0, 10], [0.5, 16]), clock([0, 10], [24, 11]), clock([0, 500], [24, 10])])
    expect(clockAdvice(seen)).not.toContain("a day");
});
