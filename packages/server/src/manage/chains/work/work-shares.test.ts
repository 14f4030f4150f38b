import { expect, test } from "bun:test";
import { ManualClock } from "../../../../../../tests/harness/manual-clock.ts";
import { WorkShares } from "./work-shares.ts";

test("an owner may use its share of a second at once, and waits as long as the rest of what it used is its share of", () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const shares = new WorkShares(clock, 12);
  shares.add("a", 200);
  expect(shares.dueInMs("a")).toBe(0);
  shares.add("a", 100);
  expect(shares.dueInMs("a")).toBeCloseTo(500);
  expect(shares.dueInMs("b")).toBe(0);
  clock.advanceMs(500);
  expect(shares.dueInMs("a")).toBe(0);
  shares.add("a", 10);
  expect(shares.dueInMs("a")).toBeCloseTo(50);
});

test("time in which an owner does nothing is not saved up", () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const shares = new WorkShares(clock, 12);
  clock.advanceMs(60_000);
  shares.add("a", 300);
  expect(shares.dueInMs("a")).toBeCloseTo(500);
});
