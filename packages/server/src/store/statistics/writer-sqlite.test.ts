import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { storeFile } from "../engine/sqlite/store-schema.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { SqliteReadingStore } from "../readings/sqlite/sqlite-reading-store.ts";
import { sqliteStatistics } from "./queries-sqlite.ts";
import { accountSlots, refusedSlots, sensorSlots } from "./slot-table.ts";
import { statisticsContract } from "./statistics-store.contract.ts";
import { SqliteStatisticsStore } from "./writer-sqlite.ts";

statisticsContract("SqliteStatisticsStore", {
  openStore: async (dataDir, statistics) =>
    openTestStore(dataDir, statistics === undefined ? {} : { statistics }),
  open: async (dataDir) => sqliteStatistics(dataDir),
});

test("does not create a missing store by reading it, and has counted nothing", async () => {
  using folder = tempFolder();
  const queries = sqliteStatistics(folder.path);
  expect((await queries.total({ accountId: 1 }, 0, 1e15)).accepted).toBe(0);
  expect(await queries.perMinute({ deviceId: 1 }, 1e12)).toBe(0);
  expect(await queries.acceptedOf([1], [0, 1])).toEqual(new Map());
  await queries.close();
  expect(existsSync(join(folder.path, storeFile))).toBeFalse();
});

test("has a column for every figure and every drop reason, and no other", () => {
  using folder = tempFolder();
  new SqliteReadingStore(folder.path).close();
  const db = new Database(join(folder.path, storeFile));
  for (const { name, keys, figures } of [sensorSlots, accountSlots, refusedSlots]) {
    const columns = db.query(`SELECT name FROM pragma_table_info('${name}')`).values().flat();
    expect(columns.toSorted()).toEqual(["unit_s", "slot_s", ...keys, ...figures].toSorted());
  }
  db.close();
});

test("knows the number of rows without counting them, whatever was added and removed", () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const statistics = new SqliteStatisticsStore(store.database, { fineRowsMax: 40, hourRowsMax: 60 });
  const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0, duplicates: 0, rejected: {} };
  for (let minute = 0; minute < 240; minute += 3) {
    const ids = Array.from({ length: 7 }, (_, index) => 1 + ((minute + index) % 20));
    const counts = ids.map((id) => ({ accountId: id, deviceId: id, sensorId: id, accepted: 1, ...none }));
    store.database.transaction(() => statistics.add(counts, minute * 60_000))();
    while (statistics.tidy(minute * 60_000));
    for (const { name } of [sensorSlots, accountSlots]) {
      const counted = store.database.query(`SELECT unit_s, count(*) FROM ${name} GROUP BY unit_s`).values();
      const kept = store.database
        .query("SELECT unit_s, rows FROM statistics_sizes WHERE table_name = ? AND rows > 0 ORDER BY unit_s")
        .values(name);
      expect(kept).toEqual(counted);
    }
  }
  store.close();
});

test("counts many sensors at once like a few: rejected readings, known ones, and new rows", () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const statistics = new SqliteStatisticsStore(store.database);
  const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0, duplicates: 0 };
  const counts = Array.from({ length: 6000 }, (_, id) => ({
    accountId: 1,
    deviceId: id,
    sensorId: id,
    accepted: 2,
    ...none,
    rejected: id % 100 === 0 ? { dropped_invalid_value: 3 } : {},
  }));
  const add = (some: typeof counts): void => store.database.transaction(() => statistics.add(some, 1000))();
  add(counts.slice(0, 10));
  add(counts);
  const sums = "SELECT count(*), sum(accepted), sum(dropped_invalid_value) FROM";
  expect(store.database.query(`${sums} sensor_statistics`).values()).toEqual([[6000, 12_020, 183]]);
  expect(store.database.query(`${sums} account_statistics`).values()).toEqual([[1, 12_020, 183]]);
  const sizes = store.database.query("SELECT rows FROM statistics_sizes WHERE table_name = ?");
  expect([sizes.values("sensor_statistics"), sizes.values("account_statistics")]).toEqual([[[6000]], [[1]]]);
  store.close();
});
