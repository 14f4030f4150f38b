import { expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { WorkShares } from "./work-shares.ts";

const secondsPerMinute = 12;

function open(waitingPart = 1 / 20) {
  const clock = new ManualClock("2026-06-15T12:00:00Z");
  return { clock, shares: new WorkShares(clock, { secondsPerMinute, waitingPart }) };
}

test("lets an owner use its share of a second at once, and wait in proportion to the rest", () => {
  const { clock, shares } = open(1);
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

test("reduces an owner's debt at a twentieth of its share while its work waits", () => {
  const { clock, shares } = open();
  shares.add("a", 202);
  expect(shares.dueInMs("a")).toBeCloseTo(200);
  shares.beginWait("a");
  shares.beginWait("a");
  clock.advanceMs(100);
  shares.endWait("a");
  expect(shares.dueInMs("a")).toBeCloseTo(100);
  shares.endWait("a");
  clock.advanceMs(5);
  expect(shares.dueInMs("a")).toBeCloseTo(0);
});

test("does not save up idle time", () => {
  const { clock, shares } = open(1);
  clock.advanceMs(60_000);
  shares.add("a", 300);
  expect(shares.dueInMs("a")).toBeCloseTo(500);
});

test("lets an owner who pauses for a second after long work continue at once, up to the share of a minute", () => {
  const { clock, shares } = open();
  for (let click = 0; click < 6; click++) {
    shares.beginWait("a");
    expect(shares.dueInMs("a")).toBe(0);
    shares.endWait("a");
    shares.add("a", 2000);
    expect(shares.dueInMs("a")).toBeCloseTo(1000);
    clock.advanceMs(1000);
  }
  // 12 s were used, and the 6 s of looking paid back 1.2 s of them.
  shares.add("a", 2000);
  expect(shares.restMs("a")).toBeCloseTo(4000);
  clock.advanceMs(4000);
  expect(shares.dueInMs("a")).toBe(0);
});

test("makes owners who ignore results wait longer each time", () => {
  const { clock, shares } = open();
  const waits: number[] = [];
  for (let click = 0; click < 5; click++) {
    shares.add("a", 500);
    shares.beginWait("a");
    waits.push(shares.dueInMs("a"));
    clock.advanceMs(waits.at(-1)!);
    shares.endWait("a");
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 8000]);
  shares.add("a", 500);
  clock.advanceMs(9000);
  shares.beginWait("a");
  shares.endWait("a");
  shares.add("a", 500);
  expect(shares.dueInMs("a")).toBe(1000);
});

test.each([5, 100, 250, 2000])(
  "gives a loop with pieces of %d ms a twentieth of its share, and once the share of a minute",
  (pieceMs) => {
    const { clock, shares } = open();
    const minutes = 60;
    const startedMs = clock.nowMs();
    let usedMs = 0;
    while (clock.nowMs() < startedMs + minutes * 60_000) {
      shares.beginWait("a");
      clock.advanceMs(shares.dueInMs("a"));
      shares.endWait("a");
      clock.advanceMs(pieceMs);
      shares.add("a", pieceMs);
      usedMs += pieceMs;
    }
    const once = pieceMs < 100 ? 200 : 12_000;
    // Nothing of it waits while it works.
    const whileWorkingMs = usedMs / 5;
    expect(usedMs - whileWorkingMs).toBeLessThanOrEqual(minutes * 600 + once + 2 * pieceMs);
  },
);
