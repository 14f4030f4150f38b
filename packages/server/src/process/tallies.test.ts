import { expect, test } from "bun:test";
import type { Tally } from "../store/statistics/counted-readings.ts";
import { sqliteStatistics } from "../store/statistics/queries-sqlite.ts";
import type { StatisticsScope } from "../store/statistics/statistics-queries.ts";
import { answerRequest } from "./answer-request.ts";
import { OpenBatch } from "./open-batch.ts";
import { Processor } from "./processor.ts";
import { Tallies } from "./tallies.ts";
import {
  brokenSensor,
  endingSensor,
  removedSensor,
  savingSensor,
  TestProcessing,
} from "./test-processing.ts";

/** The device of the test sensors. */
const device = { deviceId: 3 };
const account = { accountId: 1 };
const nothing: Tally = {
  accepted: 0,
  saved: 0,
  alreadyStored: 0,
  ended: 0,
  dead: 0,
  duplicates: 0,
  rejected: {},
};

async function total(scene: TestProcessing, scope: StatisticsScope): Promise<Tally> {
  const queries = sqliteStatistics(scene.dataDir);
  try {
    return await queries.total(scope, 0, 1e15);
  } finally {
    await queries.close();
  }
}

function readings(sensorId: number, count: number): { sensorId: number; atUs: number }[] {
  return Array.from({ length: count }, (_, index) => ({ sensorId, atUs: index }));
}

test("counts the fates of each sensor's readings, even after the sensor was removed", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  const mixed = [...readings(savingSensor, 4), ...readings(endingSensor, 3), ...readings(brokenSensor, 2)];
  scene.append({ deviceId: 3, readings: [...mixed, ...readings(removedSensor, 5)] });
  await processor.settleNext();
  await processor.writeCounts();
  const of = (sensorId: number) => total(scene, { ...device, sensorId });
  expect(await of(savingSensor)).toEqual({ ...nothing, accepted: 4, saved: 4 });
  expect(await of(endingSensor)).toEqual({ ...nothing, accepted: 3, ended: 3 });
  expect(await of(brokenSensor)).toEqual({ ...nothing, accepted: 2, dead: 2 });
  expect(await of(removedSensor)).toEqual({ ...nothing, accepted: 5, ended: 5 });
  const sum = { ...nothing, accepted: 14, saved: 4, ended: 8, dead: 2 };
  expect(await total(scene, device)).toEqual(sum);
  expect(await total(scene, account)).toEqual(sum);
});

test("settles readings of a deleted device without counting them", async () => {
  using scene = new TestProcessing();
  scene.chainOfSensor.clear();
  const processor = scene.processor();
  scene.append({ deviceId: 3, readings: readings(removedSensor, 5) });
  await processor.settleNext();
  await processor.writeCounts();
  expect(scene.store.progress().ended).toBe(5);
  expect(await total(scene, device)).toEqual(nothing);
});

test("counts nothing of a rolled-back batch, and once when it is repeated", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  scene.append({ readings: readings(savingSensor, 1) });
  await processor.settleNext();
  scene.append({ readings: [...readings(savingSensor, 10), ...readings(endingSensor, 10)] });
  const fault = scene.breakStore("INSERT");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  await processor.writeCounts();
  expect((await total(scene, device)).accepted).toBe(1);
  fault.mend();
  await processor.settleNext();
  await processor.writeCounts();
  // The first of the ten was stored by the batch before.
  const settled = { accepted: 21, saved: 10, alreadyStored: 1, ended: 10 };
  expect(await total(scene, device)).toEqual({ ...nothing, ...settled });
});

test("writes counts that failed with the next batch, once", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  scene.append({ readings: readings(savingSensor, 7) });
  await processor.settleNext();
  const fault = scene.breakStore("INSERT", "account_statistics");
  await expect(processor.writeCounts()).rejects.toThrow("integer overflow");
  fault.mend();
  await processor.writeCounts();
  await processor.writeCounts();
  expect((await total(scene, device)).accepted).toBe(7);
  expect((await total(scene, account)).accepted).toBe(7);
});

test("writes counts of committed batches about every second", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  const settle = async (count: number): Promise<number> => {
    scene.append({ readings: readings(savingSensor, count) });
    await processor.settleNext();
    return (await total(scene, device)).accepted;
  };
  // The first batch has nothing to write yet; the second is too early, the third on time for both.
  expect(await settle(1)).toBe(0);
  scene.nowMs += 999;
  expect(await settle(10)).toBe(0);
  scene.nowMs += 1;
  expect(await settle(100)).toBe(11);
  expect(await settle(1000)).toBe(11);
  // A clock that was set back does not stop it.
  scene.nowMs -= 3_600_000;
  expect(await settle(10_000)).toBe(1111);
});

test("writes counts every ten seconds with many sensors, and every thirty with very many", () => {
  const written: number[] = [];
  const tallies = new Tallies();
  const batch = (nowMs: number, sensors: number): void => {
    for (let sensorId = 1; sensorId <= sensors; sensorId++) {
      tallies.settled({ accountId: 1, deviceId: 1, sensorId }, { isDead: false, isSaved: true });
    }
    const open = new OpenBatch();
    tallies.write(open, nowMs, false);
    if (open.statistics.counts.length > 0) written.push(open.statistics.counts.length);
    tallies.committed();
  };
  batch(1_000_000, 2001);
  batch(1_009_999, 2001);
  expect(written).toEqual([]);
  batch(1_010_000, 5);
  expect(written).toEqual([2001]);
  batch(1_011_000, 20_001);
  expect(written).toEqual([2001, 5]);
  batch(1_040_999, 1);
  expect(written).toEqual([2001, 5]);
  batch(1_041_000, 1);
  expect(written).toEqual([2001, 5, 20_000]);
});

test("spreads the counts of many sensors over batches, and writes undone counts with the next", () => {
  const sums = new Map<number, number>();
  const sizes: number[] = [];
  const tallies = new Tallies();
  const batch = (nowMs: number, { isUndone = false, now = false } = {}): void => {
    const open = new OpenBatch();
    for (let sensorId = 1; sensorId <= 50_000; sensorId++) {
      tallies.settled({ accountId: 1, deviceId: 1, sensorId }, { isDead: false, isSaved: true });
    }
    tallies.write(open, nowMs, now);
    const { counts } = open.statistics;
    sizes.push(counts.length);
    if (isUndone) {
      tallies.rolledBack();
      return;
    }
    for (const { sensorId, accepted } of counts) sums.set(sensorId, (sums.get(sensorId) ?? 0) + accepted);
    tallies.committed();
  };
  batch(1_000_000);
  batch(1_030_000);
  batch(1_030_200, { isUndone: true });
  batch(1_030_400);
  batch(1_030_600);
  // Those that were written first must wait for their next time.
  batch(1_030_800);
  expect(sizes).toEqual([0, 20_000, 20_000, 20_000, 10_000, 0]);
  expect(sums.size).toBe(50_000);
  batch(1_060_000);
  batch(1_060_200, { now: true });
  expect(sizes.slice(6)).toEqual([20_000, 50_000]);
  // Everything but the counts of the last batch itself.
  expect([...sums.values()].reduce((sum, accepted) => sum + accepted, 0)).toBe(6 * 50_000);
});

test("counts ten thousand sensors separately, over batches and in any order", () => {
  const sums = new Map<number, number>();
  const tallies = new Tallies();
  const write = (nowMs: number, now: boolean): void => {
    const open = new OpenBatch();
    tallies.write(open, nowMs, now);
    for (const { sensorId, accepted } of open.statistics.counts) {
      sums.set(sensorId, (sums.get(sensorId) ?? 0) + accepted);
    }
  };
  const sensors = 10_000;
  for (let batch = 0; batch < 5; batch++) {
    for (let reading = 0; reading < 3 * sensors; reading++) {
      // 7919 is prime, so every sensor comes up three times.
      const sensorId = 1 + ((reading * 7919) % sensors);
      tallies.settled({ accountId: 1, deviceId: 1, sensorId }, { isDead: false, isSaved: true });
    }
    write(batch * 6000, false);
    if (batch === 3) tallies.rolledBack();
    else tallies.committed();
  }
  write(60_000, true);
  tallies.committed();
  expect(tallies.isPending).toBeFalse();
  expect(sums.size).toBe(sensors);
  expect(new Set(sums.values())).toEqual(new Set([12]));
});

test("does not count replayed dead letters and direct imports again", async () => {
  using scene = new TestProcessing();
  const host = scene.parts();
  const processor = new Processor(host);
  scene.append({ readings: readings(brokenSensor, 2) });
  await processor.settleNext();
  scene.chainOfSensor.set(brokenSensor, 1);
  scene.chains.reload();
  const parts = scene.requestParts(processor, host);
  const letters = { accountId: null, ids: "all" } as const;
  expect(await answerRequest({ kind: "replay dead letters", letters }, parts)).toMatchObject({ saved: 2 });
  const noTimes = { receivedUs: [null], deviceSeconds: [-1], deviceMicros: [0] };
  const imported = { sensorIds: [savingSensor], atUs: [1], values: [1], metadata: [""], ...noTimes };

  const save = { kind: "save readings", readings: imported } as const;
  expect(await answerRequest(save, parts)).toEqual({ saved: 1, alreadyStored: 0 });
  expect(await answerRequest(save, parts)).toEqual({ saved: 0, alreadyStored: 1 });
  await processor.writeCounts();
  expect(await total(scene, device)).toEqual({ ...nothing, accepted: 2, dead: 2 });
});
