import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { paced } from "./paced.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function counted() {
  let times = 0;
  return { follow: paced(() => times++, 1000), times: () => times };
}

test("runs once for a hundred requests, and once more a second later", () => {
  const { follow, times } = counted();
  for (let nth = 0; nth < 100; nth++) follow.ask();
  expect(times()).toBe(1);
  jest.advanceTimersByTime(999);
  expect(times()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(times()).toBe(2);
  jest.advanceTimersByTime(10_000);
  expect(times()).toBe(2);
  follow.ask();
  expect(times()).toBe(3);
});

test("does nothing after a stop, and starts again when asked", () => {
  const { follow, times } = counted();
  follow.ask();
  follow.ask();
  follow.stop();
  jest.advanceTimersByTime(10_000);
  expect(times()).toBe(1);
  follow.ask();
  expect(times()).toBe(2);
});
