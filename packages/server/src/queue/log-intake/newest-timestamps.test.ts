import { expect, test } from "bun:test";
import { NewestTimestamps } from "./newest-timestamps.ts";

test("calls a timestamp past only if it is later than everything its sensor has sent", () => {
  const newest = new NewestTimestamps();
  expect(newest.isPast(7, 0)).toBe(true);
  newest.raise(7, 100);
  newest.raise(7, 50);
  expect([99, 100, 101].map((us) => newest.isPast(7, us))).toEqual([false, false, true]);
  expect(newest.isPast(8, 1)).toBe(true);
  newest.raise(5000, 3);
  expect([7, 8, 5000].map((sensorId) => newest.isPast(sensorId, 60))).toEqual([false, true, true]);
});

test("makes every sensor unknown after missed readings, until it is looked up", () => {
  const newest = new NewestTimestamps();
  newest.raise(7, 100);
  newest.missedSome();
  newest.raise(8, 100);
  expect([7, 8, 9, 90_000].map((sensorId) => newest.isPast(sensorId, 200))).toEqual(Array(4).fill(false));
  newest.seed(7, 150);
  newest.seed(9, -1);
  newest.seed(90_000, 10);
  expect([150, 151].map((us) => newest.isPast(7, us))).toEqual([false, true]);
  expect([7, 8, 9, 90_000].map((sensorId) => newest.isPast(sensorId, 200))).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("never keeps more sensors than its limit, and calls readings of the others late", () => {
  const newest = new NewestTimestamps(10);
  newest.raise(9, 1);
  newest.raise(10, 1);
  newest.seed(10, 1);
  expect([9, 10].map((sensorId) => newest.isPast(sensorId, 2))).toEqual([true, false]);
});
