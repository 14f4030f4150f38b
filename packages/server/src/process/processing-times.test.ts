import { expect, test } from "bun:test";
import { ProcessingTimes } from "./processing-times.ts";

test("reports and forgets the share that an account used of the last seconds", () => {
  let nowMs = 0;
  const times = new ProcessingTimes(() => nowMs);
  nowMs = 5000;
  times.add(new Map([[1, 1000]]));
  expect([times.percentOf(1), times.percentOf(2)]).toEqual([20, 0]);
  nowMs = 10_000;
  times.add(new Map([[2, 500]]));
  expect([times.percentOf(1), times.percentOf(2)]).toEqual([10, 5]);
  nowMs = 20_000;
  expect([times.percentOf(1), times.percentOf(2)]).toEqual([0, 5]);
  nowMs = 1_000_000;
  expect([times.percentOf(1), times.percentOf(2)]).toEqual([0, 0]);
  times.add(new Map([[1, 2000]]));
  expect(times.percentOf(1)).toBe(20);
});
