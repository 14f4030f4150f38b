import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { SqliteReadingQueries } from "../readings/sqlite/sqlite-reading-queries.ts";
import { TestReadingStore } from "../readings/sqlite/test-reading-store.ts";
import { activityPart } from "../test-owner.ts";
import { activityContract } from "./activity-store.contract.ts";
import { quarantineContract } from "./quarantine.contract.ts";
import { activityQueries } from "./queries.ts";
import { requestQueriesContract } from "./request-queries.contract.ts";
import { SqliteActivityStore } from "./store-sqlite.ts";
import { type ActivityAdapter, nthOf, sampleRecord } from "./test-activity-scene.ts";

const adapter: ActivityAdapter = {
  openStore: async (dataDir, limits) => openTestStore(dataDir, limits),
  open: async (dataDir) => activityQueries(new SqliteStoreReader(dataDir)),
  openReadings: async (dataDir) => new SqliteReadingQueries(dataDir),
};
activityContract("SqliteActivityStore", adapter);
requestQueriesContract("activityQueries on SQLite", adapter);
quarantineContract("SqliteActivityStore", adapter);

test("lists nothing if there is no store yet", async () => {
  using folder = tempFolder();
  const queries = activityQueries(new SqliteStoreReader(folder.path));
  const query = { accountId: 1, limit: 9 };
  expect([
    await queries.requests(query),
    await queries.quarantined(query),
    await queries.request(1, "a"),
  ]).toEqual([[], [], null]);
  expect(await queries.quarantinedCount(1, 9)).toBe(0);
  await queries.close();
});

test("leaves out requests whose line cannot be read, and loses nothing else", async () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  const activity = new SqliteActivityStore(store.database);
  activity.keep(activityPart({ records: [sampleRecord(0), sampleRecord(1), sampleRecord(2)] }));
  const { requestId } = sampleRecord(1);
  store.database.run("UPDATE requests SET line = '[' WHERE request_id = ?", [requestId]);
  const queries = activityQueries(new SqliteStoreReader(folder.path));
  const found = async (deviceId?: number): Promise<number[]> =>
    (
      await queries.requests({ accountId: 1, limit: 100, ...(deviceId === undefined ? {} : { deviceId }) })
    ).map(nthOf);
  expect([await found(), await found(7)]).toEqual([
    [2, 0],
    [2, 0],
  ]);
  expect(await queries.request(1, requestId)).toBeNull();
  expect(await queries.request(1, sampleRecord(0).requestId)).not.toBeNull();
  await queries.close();
  store.close();
});
