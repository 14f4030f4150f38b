import { expect, test } from "bun:test";
import { createLog } from "../platform/log.ts";
import { StoredReadings } from "./stored-readings.ts";

const sensors = [
  { sensorId: 1, accountId: 10 },
  { sensorId: 2, accountId: 20 },
  { sensorId: 3, accountId: 10 },
];

class Scene {
  readonly stored = new Map([
    [1, 4],
    [2, 3],
    [3, 5],
  ]);
  readonly told: (readonly number[])[] = [];
  nowMs = 0;
  lookMs = 0;
  readonly readings = new StoredReadings({
    max: 9,
    sensors: () => sensors,
    counts: {
      of: async (sensorId) => {
        const endMs = performance.now() + this.lookMs;
        while (performance.now() < endMs);
        return this.stored.get(sensorId)!;
      },
    },
    clock: { nowMs: () => this.nowMs },
    log: createLog("error", "test", () => undefined),
    tell: (full) => this.told.push(full),
  });
}

test("reports the accounts that have reached their limit, when these change", async () => {
  const scene = new Scene();
  const { readings, told } = scene;
  expect(readings.of(10)).toBeNull();
  await readings.countSome();
  expect([told, readings.of(10), readings.of(20), readings.of(30)]).toEqual([[[10]], 9, 3, 0]);
  scene.stored.set(3, 4);
  // The next count starts only after a while.
  await readings.countSome();
  expect(readings.of(10)).toBe(9);
  scene.nowMs += 60_000;
  await readings.countSome();
  expect([told, readings.of(10)]).toEqual([[[10], []], 8]);
  scene.nowMs += 60_000;
  await readings.countSome();
  expect(told).toHaveLength(2);
});

test("reports the accounts at their limit to a member that starts later", async () => {
  const { readings, told } = new Scene();
  readings.tellAgain();
  expect(told).toEqual([]);
  await readings.countSome();
  readings.tellAgain();
  expect(told).toEqual([[10], [10]]);
});

test("continues a long count where it stopped", async () => {
  const scene = new Scene();
  const { readings } = scene;
  scene.lookMs = 6;
  let steps = 0;
  for (; readings.of(10) === null; steps++) await readings.countSome();
  expect([steps, readings.of(10), readings.of(20)]).toEqual([4, 9, 3]);
});
