import { expect, test } from "bun:test";
import type { AlertCondition } from "./alert-condition.ts";
import { hasValueLimit, isFartherBeyond } from "./beyond-limit.ts";

const run = { hysteresis: 0, for_readings: 1, for_seconds: 0 };

test.each<[string, AlertCondition, readonly number[]]>([
  ["above", { kind: "above", limit: 30, ...run }, [-5, 29, 31, 40]],
  ["below", { kind: "below", limit: -18, ...run }, [4, -17, -18.5, -40]],
  ["outside", { kind: "outside", min: 2, max: 8, ...run }, [5, 4, 7, 8, 1, 9.5, -3, 13.5]],
])("finds a value farther beyond the limit the worse it is: %s", (_kind, condition, worseAndWorse) => {
  expect(hasValueLimit(condition)).toBeTrue();
  for (const [nth, value] of worseAndWorse.entries())
    for (const [other, than] of worseAndWorse.entries())
      expect([value, than, isFartherBeyond(condition, value, than)]).toEqual([value, than, nth > other]);
});

test.each<AlertCondition>([
  { kind: "rate", limit: 5, per: "minute", direction: "any", ...run },
  { kind: "unchanged", tolerance: 0, seconds: 60 },
  { kind: "silent", seconds: 60 },
])("knows no worse value for a condition without a limit for values: $kind", (condition) => {
  expect(hasValueLimit(condition)).toBeFalse();
  expect(isFartherBeyond(condition, 1000, 1)).toBeFalse();
});
