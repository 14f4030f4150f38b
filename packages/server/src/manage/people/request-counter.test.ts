import { expect, test } from "bun:test";
import { countedKeysMax, RequestCounter } from "./request-counter.ts";

const limits = { max: 2, windowMs: 1000 };

test("a key has so many requests in a window, and is told how long to wait", () => {
  const counter = new RequestCounter(limits);
  expect([0, 10, 400, 999].map((nowMs) => counter.take("a", nowMs))).toEqual([0, 0, 600, 1]);
  expect(counter.take("b", 999)).toBe(0);
  expect(counter.take("a", 1000)).toBe(0);
});

test("a clock that is set back far begins a new window", () => {
  const counter = new RequestCounter({ max: 1, windowMs: 1000 });
  counter.take("a", 1_000_000);
  expect(counter.take("a", 0)).toBe(0);
});

test("no more keys are remembered than the limit says, and the oldest windows go first", () => {
  const counter = new RequestCounter({ max: 1, windowMs: 1000 });
  for (let n = 0; n <= countedKeysMax; n++) counter.take(String(n), 0);
  expect(counter.size).toBe(countedKeysMax);
  expect(counter.take("0", 0)).toBe(0);
  expect(counter.take(String(countedKeysMax), 0)).toBe(1000);
});
