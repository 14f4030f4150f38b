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

test("who looks at the result of a long piece of work for a second can go on at once, up to the share of a minute", () => {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  const shares = new WorkShares(clock, 12);
  for (let click = 0; click < 6; click++) {
    shares.add("a", 2000);
    expect(shares.dueInMs("a")).toBeCloseTo(1000);
    clock.advanceMs(1000);
    expect(shares.dueInMs("a")).toBe(0);
  }
  // 12 s were used, and 6 s of waiting paid back 1.2 s of them.
  shares.add("a", 2000);
  expect(shares.dueInMs("a")).toBeCloseTo(4000);
  clock.advanceMs(4000);
  expect(shares.dueInMs("a")).toBe(0);
});

test.each([5, 100, 250, 2000])(
  "a loop with pieces of %d ms gets its share, and once that of a minute",
  (pieceMs) => {
    const clock = new ManualClock("2026-06-15T12:00:00Z");
    const shares = new WorkShares(clock, 12);
    const minutes = 20;
    const startedMs = clock.nowMs();
    let usedMs = 0;
    while (clock.nowMs() < startedMs + minutes * 60_000) {
      clock.advanceMs(shares.dueInMs("a") + pieceMs);
      shares.add("a", pieceMs);
      usedMs += pieceMs;
    }
    const once = pieceMs < 250 ? 200 : 12_000;
    expect(usedMs).toBeLessThanOrEqual(minutes * 12_000 + once + 2 * pieceMs);
  },
);
