import { expect, test } from "bun:test";
import { LogCounters } from "./log-counters.ts";

test("lets changed counters wait for a second at most, so that a crash loses no more of them", () => {
  const counters = new LogCounters({ duplicates: 3 });
  expect(counters.waitMs()).toBeNull();
  counters.count("duplicates", 2);
  // Nothing was written for long, so they are due at once.
  expect(counters.waitMs()).toBe(0);
  expect(counters.take()).toEqual([["duplicates", 5]]);
  expect(counters.waitMs()).toBeNull();
  counters.count("duplicates", 1);
  expect(counters.waitMs()).toBeLessThanOrEqual(1000);
  counters.hurry();
  expect(counters.waitMs()).toBe(0);
});

test("writes counters again that may not have been written", () => {
  const counters = new LogCounters({});
  counters.count("duplicates", 2);
  expect(counters.take()).toEqual([["duplicates", 2]]);
  counters.lost();
  counters.hurry();
  expect([counters.waitMs(), counters.take()]).toEqual([0, [["duplicates", 2]]]);
});
