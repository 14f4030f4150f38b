import { expect, test } from "bun:test";
import { ManualClock } from "../../../../tests/harness/manual-clock.ts";
import { systemClock } from "../platform/clock.ts";
import { Purger, type PurgerParts } from "./purger.ts";
import { TestProcessing } from "./test-processing.ts";

/** Saves rows for a sensor, with times from 0 on. */
function save(scene: TestProcessing, sensorId: number, rows: number): void {
  const { position } = scene.store.progress();
  scene.store.begin();
  for (let atUs = 0; atUs < rows; atUs++) scene.store.save(sensorId, atUs, 1, atUs, -1, 0, "");
  scene.store.commit(position, position, { saved: rows, alreadyStored: 0, ended: 0, dead: 0 });
}

function purgerOf(
  { housekeeping }: TestProcessing,
  removedSensors: () => number[],
  parts: Partial<PurgerParts> = {},
): Purger {
  return new Purger({
    store: housekeeping,
    epoch: 0,
    removedSensors,
    keptDays: () => [],
    clock: systemClock,
    onPurged: async () => undefined,
    ...parts,
  });
}

test("deletes the readings of removed sensors a portion at a time, and no others", async () => {
  using scene = new TestProcessing();
  save(scene, 1, 12_000);
  save(scene, 2, 3);
  save(scene, 3, 3);
  const removed = [1, 2];
  const purger = purgerOf(scene, () => removed);
  expect(await purger.purgeSome()).toBeFalse();
  expect(purger.refresh()).toEqual([1, 2]);
  let left = 12_003;
  while (await purger.purgeSome()) {
    const now = scene.times(1).length + scene.times(2).length;
    expect(left - now).toBeLessThanOrEqual(5000);
    left = now;
  }
  expect(left).toBe(0);
  expect(scene.times(3)).toHaveLength(3);
});

test("reports each removed sensor once", () => {
  using scene = new TestProcessing();
  const removed = [1];
  const purger = purgerOf(scene, () => removed);
  expect(purger.refresh()).toEqual([1]);
  removed.push(2);
  expect(purger.refresh()).toEqual([2]);
  expect(purger.refresh()).toEqual([]);
});

test("keeps the list after a fault of the store", async () => {
  using scene = new TestProcessing();
  save(scene, 1, 10);
  const purger = purgerOf(scene, () => [1]);
  purger.refresh();
  const fault = scene.breakStore("DELETE");
  await expect(purger.purgeSome()).rejects.toThrow("integer overflow");
  expect(scene.times(1)).toHaveLength(10);
  fault.mend();
  expect(await purger.purgeSome()).toBeTrue();
  expect(await purger.purgeSome()).toBeFalse();
  expect(scene.times(1)).toEqual([]);
});

test("deletes a sensor that is removed while another is being deleted", async () => {
  using scene = new TestProcessing();
  for (const sensorId of [1, 2]) save(scene, sensorId, 3);
  const removed = [1];
  const purger = purgerOf(scene, () => removed, {
    onPurged: async () => {
      if (removed.length === 1) removed.push(2);
      purger.refresh();
    },
  });
  purger.refresh();
  while (await purger.purgeSome());
  expect([scene.times(1), scene.times(2)]).toEqual([[], []]);
});

const dayUs = 86_400_000_000;
const start = "2026-06-10T00:30:00.000Z";
/** Ages are counted from the full hour. */
const hourStartUs = Date.parse("2026-06-10T00:00:00.000Z") * 1000;

/** A store with one reading per day for 9 days up to the full hour, and a purger with these settings. */
function retentionScene(scene: TestProcessing, kept: { sensorId: number; days: number }[]) {
  const clock = new ManualClock(start);
  const looks = { count: 0 };
  const keptDays = () => {
    looks.count++;
    return kept;
  };
  const purger = purgerOf(scene, () => [], { keptDays, clock });
  purger.refresh();
  return { purger, clock, looks };
}

function saveDays(scene: TestProcessing, sensorId: number, days: number): void {
  const { position } = scene.store.progress();
  scene.store.begin();
  for (let day = days; day > 0; day--) scene.store.save(sensorId, hourStartUs - day * dayUs, 1, 0, -1, 0, "");
  scene.store.commit(position, position, { saved: days, alreadyStored: 0, ended: 0, dead: 0 });
}

function ages(scene: TestProcessing, sensorId: number): number[] {
  return scene.times(sensorId).map((atUs) => (hourStartUs - atUs) / dayUs);
}

test("deletes rows and blocks past their retention, and nothing else", async () => {
  using scene = new TestProcessing();
  saveDays(scene, 1, 9);
  saveDays(scene, 2, 40);
  saveDays(scene, 3, 9);
  const { purger } = retentionScene(scene, [
    { sensorId: 1, days: 3 },
    { sensorId: 2, days: 5 },
  ]);
  while (await purger.purgeSome());
  expect(ages(scene, 1)).toEqual([3, 2, 1]);
  expect(ages(scene, 2)).toEqual([5, 4, 3, 2, 1]);
  expect(ages(scene, 3)).toHaveLength(9);
});

test("deletes by age a portion at a time", async () => {
  using scene = new TestProcessing();
  save(scene, 1, 12_000);
  const { purger } = retentionScene(scene, [{ sensorId: 1, days: 1 }]);
  for (let left = 12_000; await purger.purgeSome(); ) {
    const now = scene.times(1).length;
    expect(left - now).toBeLessThanOrEqual(5000);
    left = now;
  }
  expect(scene.times(1)).toEqual([]);
});

test("looks again after an hour, and finds what has become too old by then", async () => {
  using scene = new TestProcessing();
  saveDays(scene, 1, 3);
  const { purger, clock, looks } = retentionScene(scene, [{ sensorId: 1, days: 3 }]);
  while (await purger.purgeSome());
  for (let minute = 0; minute < 29; minute++) {
    clock.advanceMs(60_000);
    while (await purger.purgeSome());
  }
  expect(looks.count).toBe(1);
  expect(ages(scene, 1)).toEqual([3, 2, 1]);
  clock.advanceMs(60_000);
  while (await purger.purgeSome());
  expect(looks.count).toBe(2);
  expect(ages(scene, 1)).toEqual([2, 1]);
});

test("applies a changed setting within a minute, and keeps what only the old one would delete", async () => {
  using scene = new TestProcessing();
  save(scene, 1, 12_000);
  const kept = [{ sensorId: 1, days: 1 }];
  const { purger, clock } = retentionScene(scene, kept);
  expect(await purger.purgeSome()).toBeTrue();
  expect(scene.times(1)).toHaveLength(7000);
  kept.length = 0;
  purger.refresh();
  clock.advanceMs(60_000);
  while (await purger.purgeSome());
  expect(scene.times(1)).toHaveLength(7000);
  kept.push({ sensorId: 1, days: 100 });
  purger.refresh();
  expect(await purger.purgeSome()).toBeFalse();
  clock.advanceMs(60_000);
  while (await purger.purgeSome());
  expect(scene.times(1)).toEqual([]);
});

test("keeps the list after a fault of the store while deleting by age", async () => {
  using scene = new TestProcessing();
  saveDays(scene, 1, 9);
  const { purger } = retentionScene(scene, [{ sensorId: 1, days: 3 }]);
  const fault = scene.breakStore("DELETE");
  await expect(purger.purgeSome()).rejects.toThrow("integer overflow");
  fault.mend();
  while (await purger.purgeSome());
  expect(ages(scene, 1)).toEqual([3, 2, 1]);
});
