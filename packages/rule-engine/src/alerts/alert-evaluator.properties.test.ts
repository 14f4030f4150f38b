import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import type { AlertCondition, RunCondition } from "./alert-condition.ts";
import { type AlertEvent, alertEvaluator, alertStateSize } from "./alert-evaluator.ts";

/** The same rules by a model that looks at the whole history for every reading, and keeps no state. */

interface Reading {
  readonly atUs: number;
  readonly value: number;
}

const small = fc.integer({ min: -6, max: 6 });
const lasting = { for_readings: fc.integer({ min: 1, max: 4 }), for_seconds: fc.constantFrom(0, 0, 2, 5) };
const hysteresis = fc.integer({ min: 0, max: 2 });
const conditions: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({ kind: fc.constant("above" as const), limit: small, hysteresis, ...lasting }),
  fc.record({ kind: fc.constant("below" as const), limit: small, hysteresis, ...lasting }),
  fc.record({
    kind: fc.constant("outside" as const),
    hysteresis,
    ...lasting,
    min: fc.integer({ min: -6, max: -2 }),
    max: fc.integer({ min: 2, max: 6 }),
  }),
  fc.record({
    kind: fc.constant("rate" as const),
    hysteresis,
    ...lasting,
    limit: fc.integer({ min: 2, max: 4 }),
    per: fc.constant("second" as const),
    direction: fc.constantFrom("any" as const, "rise" as const, "fall" as const),
  }),
  fc.record({
    kind: fc.constant("unchanged" as const),
    tolerance: fc.integer({ min: 0, max: 2 }),
    seconds: fc.integer({ min: 1, max: 5 }),
  }),
);
const readings = fc.array(
  fc.record({ atUs: fc.integer({ min: 0, max: 60 }).map((second) => second * 1e6), value: small }),
  { minLength: 8, maxLength: 60, size: "max" },
);
/** Mostly in order, as readings arrive. */
const histories = fc.oneof(
  readings,
  readings.map((all) => all.toSorted((one, other) => one.atUs - other.atUs)),
);
const mutes = fc.constantFrom(
  () => false,
  (atUs: number) => atUs % 20e6 >= 8e6,
);

test("raises and clears exactly as a model that looks at the whole history", () => {
  fc.assert(
    fc.property(conditions, histories, mutes, (condition, history, isMuted) => {
      const { judge } = alertEvaluator({ condition, version: 1, isMuted });
      const state = new Float64Array(alertStateSize);
      const seen: Reading[] = [];
      let wasFiring = false;
      for (const reading of history) {
        const event = judge(state, reading.atUs, reading.value);
        const isNewer = seen.every(({ atUs }) => atUs < reading.atUs);
        if (isNewer) seen.push(reading);
        const isFiring = isFiringAfter(condition, seen, isMuted);
        const expected: AlertEvent =
          isFiring && !wasFiring ? "fired" : wasFiring && !isFiring ? "cleared" : isFiring ? "lasts" : null;
        expect(event).toBe(isNewer ? expected : null);
        wasFiring = isFiring;
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("starts runs again after a change of the rule, and keeps an active alarm", () => {
  const condition = { kind: "above", limit: 30, hysteresis: 0, for_readings: 2, for_seconds: 0 } as const;
  const isMuted = () => false;
  const state = new Float64Array(alertStateSize);
  const first = alertEvaluator({ condition, version: 1, isMuted });
  const second = alertEvaluator({ condition, version: 2, isMuted });
  const third = alertEvaluator({ condition: { ...condition, limit: 50 }, version: 3, isMuted });
  const events = [first.judge(state, 1, 31), second.judge(state, 2, 31), second.judge(state, 3, 31)];
  expect(events).toEqual([null, null, "fired"]);
  expect(third.judge(state, 4, 31)).toBe("cleared");
});

function isFiringAfter(
  condition: AlertCondition,
  history: readonly Reading[],
  isMuted: (atUs: number) => boolean,
): boolean {
  if (condition.kind === "silent") throw new Error("A silence is not a matter of readings.");
  const unmuted = (index: number) => !isMuted(history[index]!.atUs);
  if (condition.kind === "unchanged") {
    const start = startOfHeld(condition.tolerance, history);
    return history.some(
      ({ atUs }, index) =>
        index > start && unmuted(index) && atUs - history[start]!.atUs >= condition.seconds * 1e6,
    );
  }
  // Some reading raised it, and none since then was back behind the limit.
  return history.some(
    (_, index) =>
      hasLasted(condition, history, index) &&
      unmuted(index) &&
      history.every(
        (__, later) => later < index || isBeyond(condition, history, later, condition.hysteresis),
      ),
  );
}

/** The first of the last readings that stayed near each other. */
function startOfHeld(tolerance: number, history: readonly Reading[]): number {
  let start = 0;
  history.forEach(({ value }, index) => {
    if (Math.abs(value - history[start]!.value) > tolerance) start = index;
  });
  return start;
}

function hasLasted(condition: RunCondition, history: readonly Reading[], index: number): boolean {
  let start = index;
  while (start >= 0 && isBeyond(condition, history, start, 0)) start--;
  const run = history.slice(start + 1, index + 1);
  if (run.length < condition.for_readings) return false;
  return run.at(-1)!.atUs - run[0]!.atUs >= condition.for_seconds * 1e6;
}

function isBeyond(
  condition: RunCondition,
  history: readonly Reading[],
  index: number,
  margin: number,
): boolean {
  const { value, atUs } = history[index]!;
  if (condition.kind === "above") return value + margin > condition.limit;
  if (condition.kind === "below") return value - margin < condition.limit;
  if (condition.kind === "outside") return value - margin < condition.min || value + margin > condition.max;
  const before = history[index - 1];
  if (before === undefined) return false;
  const rate = ((value - before.value) * 1e6) / (atUs - before.atUs);
  const counted = { any: Math.abs(rate), rise: rate, fall: -rate }[condition.direction];
  return counted + margin > condition.limit;
}
