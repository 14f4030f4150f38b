import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { at } from "../../queue/test-positions.ts";
import { activityContract } from "../activity-store.contract.ts";
import { quarantineContract } from "../quarantine.contract.ts";
import { requestQueriesContract } from "../request-queries.contract.ts";
import { type ActivityAdapter, nthOf, sampleRecord } from "../test-activity-scene.ts";
import { SqliteActivityQueries } from "./sqlite-activity-queries.ts";
import { SqliteActivityStore } from "./sqlite-activity-store.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { storeFile } from "./store-schema.ts";
import { TestReadingStore } from "./test-reading-store.ts";
import { openTestStore } from "./test-store.ts";

const adapter: ActivityAdapter = {
  openStore: async (dataDir, limits) => openTestStore(dataDir, limits),
  open: async (dataDir) => new SqliteActivityQueries(dataDir),
  openReadings: async (dataDir) => new SqliteReadingQueries(dataDir),
};
activityContract("SqliteActivityStore", adapter);
requestQueriesContract("SqliteActivityQueries", adapter);
quarantineContract("SqliteActivityStore", adapter);

test("lists nothing if there is no store yet", async () => {
  using folder = tempFolder();
  const queries = new SqliteActivityQueries(folder.path);
  const query = { accountId: 1, limit: 9 };
  expect([
    await queries.requests(query),
    await queries.quarantined(query),
    await queries.request(1, "a"),
  ]).toEqual([[], [], null]);
  expect(await queries.quarantinedCount(1, 9)).toBe(0);
  await queries.close();
});

test.each([
  ["a directory that is no directory", "directory = x'0102'"],
  ["a directory of other lines", "directory = substr(directory, 1, length(directory) - 4)"],
  ["a directory with wrong counts", "directory = CAST(x'ffffffffffffffff' || substr(directory, 9) AS BLOB)"],
  ["lines that are cut off", "lines = substr(lines, 1, length(lines) - 1)"],
  ["lines with something behind them", "lines = CAST(lines || x'5b' AS BLOB)"],
  ["lines that cannot be read", "lines = zeroblob(length(lines))"],
])("skips %s, and loses nothing else", async (_what, change) => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  const activity = new SqliteActivityStore(store.database);
  const keep = (nth: number): void => {
    store.begin();
    activity.keep([sampleRecord(nth)], 200);
    store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  };
  for (let nth = 0; nth < 3; nth++) keep(nth);
  const other = new Database(join(folder.path, storeFile));
  other.run(`UPDATE activity_parts SET ${change} WHERE segment_id = 2`);
  other.close();
  const queries = new SqliteActivityQueries(folder.path);
  const found = async (deviceId?: number): Promise<number[]> =>
    (
      await queries.requests({ accountId: 1, limit: 100, ...(deviceId === undefined ? {} : { deviceId }) })
    ).map(nthOf);
  expect([await found(), await found(7)]).toEqual([
    [2, 0],
    [2, 0],
  ]);
  expect(await queries.request(1, sampleRecord(1).requestId)).toBeNull();
  expect(await queries.request(1, sampleRecord(0).requestId)).not.toBeNull();
  // Enough requests that all segments are merged.
  for (let nth = 3; nth < 40; nth++) keep(nth);
  expect(await found(7)).toEqual([...Array.from({ length: 38 }, (_, nth) => 39 - nth), 0]);
  await queries.close();
  store.close();
});
