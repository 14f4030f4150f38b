import { expect, test } from "bun:test";
import type { AlertCondition } from "./alert-condition.ts";
import { AlertTrial } from "./alert-trial.ts";

function tried(condition: AlertCondition, values: readonly [second: number, value: number][], max = 100) {
  const trial = new AlertTrial(condition, max);
  for (const [second, value] of values) trial.add(second * 1e6, value);
  return trial;
}

const told = ({ changes }: AlertTrial): unknown =>
  changes.map(({ change, atUs, value }) => [change, atUs / 1e6, value]);

test("tells when a rule would have raised and cleared its alarm", () => {
  const hot = { kind: "above", limit: 30, hysteresis: 5, for_readings: 2, for_seconds: 0 } as const;
  const trial = tried(
    hot,
    [
      ...([
        [1, 31],
        [2, 20],
        [3, 31],
        [4, 32],
        [5, 28],
      ] as const),
      ...([
        [6, 25],
        [7, 40],
        [8, 41],
      ] as const),
    ].map(([second, value]) => [second, value]),
  );
  expect(told(trial)).toEqual([
    ["raised", 4, 32],
    ["cleared", 6, 25],
    ["raised", 8, 41],
  ]);
  expect([trial.raised, trial.isActive]).toEqual([2, true]);
});

test("finds silences between readings, and one that lasts until now", () => {
  const silent = { kind: "silent", seconds: 10 } as const;
  const trial = tried(silent, [
    [0, 1],
    [9, 2],
    [19, 3],
    [40, 4],
  ]);
  trial.passTime(49e6);
  expect(told(trial)).toEqual([
    ["raised", 19, 2],
    ["cleared", 19, 3],

    ["raised", 29, 3],
    ["cleared", 40, 4],
  ]);
  expect(trial.isActive).toBeFalse();
  trial.passTime(50e6);
  expect([trial.raised, trial.isActive]).toEqual([3, true]);
});

test("counts all alarms, but lists no more changes than wanted", () => {
  const any = { kind: "above", limit: 0, hysteresis: 0, for_readings: 1, for_seconds: 0 } as const;
  const values = Array.from({ length: 20 }, (_, second): [number, number] => [second, second % 2]);
  const trial = tried(any, values, 3);
  expect([trial.raised, trial.changes.length]).toEqual([10, 3]);
});
