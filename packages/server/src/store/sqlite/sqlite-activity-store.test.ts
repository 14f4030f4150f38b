import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import { at } from "../../queue/test-positions.ts";
import type { RequestQuery } from "../activity-queries.ts";
import { activityContract, nthOf, sampleRecord } from "../activity-store.contract.ts";
import { SqliteActivityQueries } from "./sqlite-activity-queries.ts";
import { SqliteActivityStore } from "./sqlite-activity-store.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";
import { SqliteReceiptStore } from "./sqlite-receipt-store.ts";
import { storeFile } from "./store-schema.ts";

activityContract("SqliteActivityStore", {
  openStore(dataDir, limits) {
    const store = new SqliteReadingStore(dataDir);
    return { store, activity: new SqliteActivityStore(store.database, limits) };
  },
  open: async (dataDir) => new SqliteActivityQueries(dataDir),
  openReadings: async (dataDir) => new SqliteReadingQueries(dataDir),
});

test("where there is no store yet, there is nothing to list", async () => {
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
])("%s is passed over, with nothing else lost", async (_what, change) => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
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
  // Enough that all of them are merged.
  for (let nth = 3; nth < 40; nth++) keep(nth);
  expect(await found(7)).toEqual([...Array.from({ length: 38 }, (_, nth) => 39 - nth), 0]);
  await queries.close();
  store.close();
});

test("with a device goes what is known of the chains of its sensors", () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const receipts = new SqliteReceiptStore(store.database);
  const use = { sensorId: 1, chainId: 1, chainVersion: 1, fromPosition: at(1) };
  for (const deviceId of [7, 8]) receipts.chainInUse({ ...use, deviceId });
  new SqliteActivityStore(store.database).forgetDevice(7);
  const left = store.database.query("SELECT device_id FROM chains_in_use").values();
  store.close();
  expect(left).toEqual([[8]]);
});

test("requests are found by what became of their readings, among many with which all was well", async () => {
  using folder = tempFolder();
  const store = new SqliteReadingStore(folder.path);
  const activity = new SqliteActivityStore(store.database);
  const receipts = new SqliteReceiptStore(store.database);
  const records = Array.from({ length: 20 }, (_, nth) => sampleRecord(nth, { deviceId: 7 + (nth % 2) }));
  const place = { chainId: 3, chainVersion: 1, nodeId: "filter", output: "false" };
  const ends = [
    { ...place, fate: "ended", onPurpose: false },
    { ...place, fate: "ended", onPurpose: true },
    { ...place, fate: "dead", onPurpose: null },
  ] as const;
  const lost: [nth: number, end: number][] = [
    [4, 0],
    [6, 1],
    [8, 2],
    [12, 0],
  ];
  store.begin();
  activity.keep(records, 200);
  receipts.write({
    ...{ lastArrivalMs: 0, ends },
    runs: lost.map(([nth, end]) => {
      const { boot, number } = parseRequestId(records[nth]!.requestId)!;
      return { requestBoot: boot, requestNumber: number, first: 0, readings: 1, end, letterId: null };
    }),
  });
  const { arrivalMs: firstMs } = records[4]!;
  const { arrivalMs: lastMs } = records[12]!;
  receipts.unsaved([
    { ...place, accountId: 1, deviceId: 7, fate: "ended", sensorId: 5, value: 1, firstMs, lastMs },
  ]);
  store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  const queries = new SqliteActivityQueries(folder.path);
  const found = async (query: Partial<RequestQuery>) =>
    (await queries.requests({ accountId: 1, limit: 100, ...query })).map(nthOf);
  expect(await found({ reason: "not_saved" })).toEqual([12, 4]);
  expect(await found({ reason: "failed" })).toEqual([8]);
  expect(await found({ onlyTroubled: true })).toEqual([12, 8, 4]);
  expect(await found({ onlyTroubled: true, deviceId: 7, limit: 2 })).toEqual([12, 8]);
  expect(await found({ onlyTroubled: true, deviceId: 8 })).toEqual([]);
  expect(await found({ reason: "not_saved", accountId: 2 })).toEqual([]);
  expect(await found({ reason: "dropped_duplicate", onlyTroubled: true })).toEqual([]);
  store.begin();
  activity.forgetDevice(7);
  store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  expect(store.database.query("SELECT * FROM unsaved_ends").all()).toEqual([]);
  await queries.close();
  store.close();
});
