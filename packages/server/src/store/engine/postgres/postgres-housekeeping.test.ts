import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { systemClock } from "../../../platform/clock.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { housekeepingContract } from "../../housekeeping.contract.ts";
import { monthAfter, monthOf } from "../../readings/postgres/months.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import type { SettledBatch } from "../../settlement.ts";
import { StatisticsTidier } from "../../statistics/tidier-postgres.ts";
import { StatisticsWriter } from "../../statistics/writer-postgres.ts";
import { readProgress } from "./partition-row.ts";
import { PostgresHousekeeping } from "./postgres-housekeeping.ts";
import { emptyBatch } from "./test-batch.ts";
import { testDatabases } from "./test-databases.ts";
import { openTestStore } from "./test-postgres-store.ts";

const tables = ["readings", "blocks", "battery_levels", "sensor_statistics", "account_statistics"];

async function open(url: string, partition = onlyPartition, keptUs: number | null = null) {
  const store = await openTestStore(url, [new StatisticsWriter()]);
  const { database, settlement, months } = store;
  const housekeeping = new PostgresHousekeeping({
    database,
    partition,
    months,
    statistics: new StatisticsTidier(),
    clock: systemClock,
    keptFromUs: async () => keptUs,
  });
  let epoch = 0;
  const ownership = {
    async take() {
      const owned = await store.ownership.take(partition);
      ({ epoch } = owned);
      return owned;
    },
  };
  const commit = async (batch: Partial<SettledBatch>) => {
    const { position } = await readProgress(database, partition);
    await settlement.commit(emptyBatch({ from: position, to: position, ...batch }), epoch);
  };
  const save = async (...readings: readonly (readonly [sensorId: number, atUs: number])[]) => {
    const saves = new SavedReadings();
    for (const [sensorId, atUs] of readings) saves.add(sensorId, atUs, 1, 0, -1, 0, "");
    await commit({ saves });
  };
  const times = async (sensorId: number) =>
    (await gatherPages(store.queries.readings({ sensorId }))).map(({ atUs }) => atUs);
  return { ...store, housekeeping, ownership, commit, save, times };
}

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  housekeepingContract("PostgresHousekeeping", {
    stagesRows: false,
    async open(dataDir) {
      const opened = await open(await databases.urlOf(dataDir));
      const { ownership, housekeeping, commit, save, times, close } = opened;
      return {
        ownership,
        housekeeping,
        times,
        close,
        async saveRows(sensorId, readings) {
          for (let atUs = 0; atUs < readings; atUs++) await save([sensorId, atUs]);
        },
        stageRows: (sensorIds) => save(...sensorIds.map((sensorId) => [sensorId, 0] as const)),
        saveLevels: (deviceId, levels) =>
          commit({
            batteryLevels: Array.from({ length: levels }, (_, receivedUs) => ({
              deviceId,
              receivedUs,
              volts: 3.7,
            })),
          }),
        countReading: (nowMs) =>
          commit({
            statistics: {
              counts: [
                {
                  accountId: 1,
                  deviceId: 2,
                  sensorId: 3,
                  accepted: 1,
                  duplicates: 0,
                  rejected: {},
                  saved: 1,
                  alreadyStored: 0,
                  ended: 0,
                  dead: 0,
                },
              ],
              nowMs,
            },
          }),
      };
    },
    async contents(dataDir) {
      const { database, close } = await openTestStore(await databases.urlOf(dataDir));
      try {
        const contents = [];
        for (const table of tables) {
          const { rows } = await database.query(
            `SELECT row_data::text FROM weir_store.${table} AS row_data ORDER BY 1`,
          );
          contents.push(rows);
        }
        return contents;
      } finally {
        await close();
      }
    },
  });

  test("visits only sensors and devices of its partition", async () => {
    const url = await databases.urlOf("walk");
    const stores = [await open(url, 1), await open(url, 2)];
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    for (const store of stores) await store.ownership.take();
    await one.save([1, 5], [65, 5], [65, 6]);
    await other.save([2, 5], [66, 5]);
    await one.commit({ batteryLevels: [{ deviceId: 129, receivedUs: 1, volts: 3 }] });
    await other.commit({ batteryLevels: [{ deviceId: 2, receivedUs: 1, volts: 3 }] });
    const walk = async (next: (after: number) => Promise<number | null>) => {
      const met: number[] = [];
      for (let id = await next(0); id !== null; id = await next(id)) met.push(id);
      return met;
    };
    expect(await walk((after) => one.housekeeping.sensorWithRowsAfter(after))).toEqual([1, 65]);
    expect(await walk((after) => other.housekeeping.sensorWithRowsAfter(after))).toEqual([2, 66]);
    expect(await walk((after) => one.housekeeping.deviceWithLevelsAfter(after))).toEqual([129]);
    expect(await walk((after) => other.housekeeping.deviceWithLevelsAfter(after))).toEqual([2]);
    for (const store of stores) await store.close();
  });

  test("looks once a second whether statistics need tidying, and at once while they do", async () => {
    const { database, months, ownership, close } = await open(await databases.urlOf("pace"));
    const { epoch } = await ownership.take();
    const asked: number[] = [];
    let due = 0;
    const housekeeping = new PostgresHousekeeping({
      database,
      partition: onlyPartition,
      months,
      statistics: {
        async isDue(_, nowMs) {
          asked.push(nowMs);
          return due > 0;
        },
        tidy: async () => due-- > 0,
      },
      clock: systemClock,
      keptFromUs: async () => null,
    });
    for (const nowMs of [5000, 5001, 5999, 6000, 3000, 3001])
      expect(await housekeeping.tidyStatistics(nowMs, epoch)).toBeFalse();
    expect(asked).toEqual([5000, 6000, 3000]);
    due = 2;
    const tidied: boolean[] = [];
    for (const nowMs of [4000, 4001, 4002, 4003])
      tidied.push(await housekeeping.tidyStatistics(nowMs, epoch));
    expect(tidied).toEqual([true, true, false, false]);
    expect(asked.slice(3)).toEqual([4000, 4001, 4002]);
    await close();
  });

  test("creates tables for months in advance, and moves earlier readings into them", async () => {
    const store = await open(await databases.urlOf("months"));
    await store.ownership.take();
    const now = monthOf(Date.now() * 1000);
    const tablesOf = async () => (await store.months.list()).map(({ name }) => name);
    const ahead = [-1, 0, 1, 2].map((months) => monthAfter(now, months).name);
    expect(await tablesOf()).toEqual(ahead);
    const past = monthAfter(now, -30);
    const inMonth = Array.from({ length: 40 }, (_, nth) => [9, past.startUs + nth] as const);
    await store.save(...inMonth, [9, past.startUs - 1], [10, past.endUs - 1], [10, past.endUs]);
    expect(await store.months.create(past)).toBeTrue();
    expect(await store.months.create(past)).toBeFalse();
    expect(await tablesOf()).toEqual([past.name, ...ahead]);
    expect(await store.times(9)).toEqual([past.startUs - 1, ...inMonth.map(([, atUs]) => atUs)]);
    expect(await store.times(10)).toEqual([past.endUs - 1, past.endUs]);
    const { rows } = await store.database.query(
      `SELECT (SELECT sum(readings) FROM weir_store.blocks_${past.name}) AS "inBlocks",
        (SELECT count(*) FROM weir_store.readings_${past.name}) AS "inRows"`,
    );
    expect(rows).toEqual([{ inBlocks: 40, inRows: 1 }]);
    await store.close();
  });

  test("creates a month once, however many processes try at the same time", async () => {
    const url = await databases.urlOf("race");
    const stores = [await open(url), await open(url), await open(url)];
    const past = monthAfter(monthOf(Date.now() * 1000), -40);
    const created = await Promise.all([...stores, ...stores].map(({ months }) => months.create(past)));
    expect(created.filter(Boolean)).toEqual([true]);
    for (const store of stores) await store.close();
  });

  test("drops whole months once nothing of them is kept, and no earlier", async () => {
    const store = await open(await databases.urlOf("drop"));
    await store.ownership.take();
    const past = monthAfter(monthOf(Date.now() * 1000), -1);
    const next = monthAfter(past, 1);
    await store.save([1, past.startUs], [1, past.endUs - 1], [1, next.startUs]);
    expect(await store.months.dropBefore(past.endUs - 1)).toBe(0);
    expect(await store.times(1)).toHaveLength(3);
    // The owner of another partition drops nothing, and nothing is dropped as long as something is kept for ever.
    const url = await databases.urlOf("drop");
    for (const [partition, keptUs, left] of [
      [5, past.endUs, 3],
      [0, null, 3],
      [0, past.endUs, 1],
    ] as const) {
      const other = await open(url, partition, keptUs);
      const { epoch } = await other.ownership.take();
      await other.housekeeping.releaseSpace(epoch);
      expect(await other.times(1)).toHaveLength(left);
      await other.close();
    }
    expect(await store.times(1)).toEqual([next.startUs]);
    await store.ownership.take();
    // Late readings for a month without a table are kept all the same.
    await store.save([1, past.startUs]);
    expect(await store.times(1)).toEqual([past.startUs, next.startUs]);
    await store.close();
  });
});
