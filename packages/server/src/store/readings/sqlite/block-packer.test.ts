import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { next } from "../../../queue/test-positions.ts";
import { storeFile } from "../../engine/sqlite/store-schema.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const sensorId = 7;
const minuteUs = 60e6;
const dayUs = 86_400e6;
const startUs = 20_000 * dayUs;

let folder: ReturnType<typeof tempFolder>;
let store: TestReadingStore;
let queries: SqliteReadingQueries;

beforeEach(() => {
  folder = tempFolder();
  store = new TestReadingStore(folder.path);
  queries = new SqliteReadingQueries(folder.path);
});

afterEach(async () => {
  await queries.close();
  store.close();
  folder[Symbol.dispose]();
});

/** Saves one reading a minute as a device that sends its buffer does. */
function saveBulk(from: number, count: number, sensor = sensorId): void {
  const { position } = store.progress();
  store.begin();
  for (let minute = from; minute < from + count; minute++) {
    const atUs = startUs + minute * minuteUs;
    const value = Math.round(2150 + 300 * Math.sin(minute / 230) + ((minute * 7919) % 60)) / 100;
    store.save(sensor, atUs, value, startUs + (from + count) * minuteUs, atUs / 1e6, 0, "");
  }
  store.commit(position, next(position), none);
}

function saveBulks(from: number, bulks: number): void {
  for (let bulk = 0; bulk < bulks; bulk++) saveBulk(from + bulk * 1000, 1000);
}

function packAll(): number {
  let packed = 0;
  let step = store.blockPacker.pack(sensorId, Number.MIN_SAFE_INTEGER);
  for (; step !== null; step = store.blockPacker.pack(sensorId, step.nextUs)) packed += step.merged;
  return packed;
}

/** The readings in each block, and what a reader sees. */
async function stored() {
  using db = new Database(join(folder.path, storeFile), { readonly: true });
  const sizes = (db.query("SELECT readings FROM blocks ORDER BY first_us").values() as [number][]).flat();
  const edgesUs = Float64Array.from({ length: 20 }, (_, day) => startUs + day * dayUs);
  const query = { sensorId, fromUs: startUs, toUs: edgesUs[19]!, edgesUs };
  const { counts, sums, minima, maxima, firsts, lasts } = await queries.buckets(query);
  return {
    sizes,
    inFile: readBlocks(db),
    readings: await gatherPages(queries.readings({ sensorId })),
    latest: await queries.latestOf([sensorId]),
    counts: [...counts],
    extremes: [[...minima], [...maxima], [...firsts], [...lasts]],
    // Another order of addition may change the last digit.
    sums: [...sums].map((sum) => sum.toFixed(6)),
  };
}

test("packs blocks of a thousand readings eight at a time, and changes no reading, chart or latest value", async () => {
  saveBulks(0, 10);
  const { sizes, ...before } = await stored();
  expect(sizes).toEqual(new Array(10).fill(1000));
  expect(packAll()).toBe(8000);
  const { sizes: packedSizes, ...after } = await stored();
  expect(packedSizes).toEqual([8000, 1000, 1000]);
  expect(after).toEqual(before);
  expect(packAll()).toBe(0);
});

test("takes less than a byte a reading of what it packed", () => {
  saveBulks(0, 8);
  const bytesPerReading = (): number =>
    (
      store.database.query("SELECT sum(length(data)) / 8000.0 AS bytes FROM blocks").get() as {
        bytes: number;
      }
    ).bytes;
  expect(bytesPerReading()).toBeGreaterThan(2);
  packAll();
  expect(bytesPerReading()).toBeLessThan(0.9);
});

test("lets blocks wait for others, and packs none across a large one", async () => {
  saveBulks(10_000, 8);
  expect(packAll()).toBe(8000);
  saveBulks(0, 5);
  saveBulks(20_000, 3);
  expect(packAll()).toBe(0);
  expect((await stored()).sizes).toEqual([1000, 1000, 1000, 1000, 1000, 8000, 1000, 1000, 1000]);
  saveBulks(5000, 2);
  expect(packAll()).toBe(7000);
  expect((await stored()).sizes).toEqual([7000, 8000, 1000, 1000, 1000]);
});

test("finds sensors with small blocks, and their blocks, in an index that has no others", () => {
  saveBulks(0, 8);
  saveBulk(0, 100, 9);
  expect(store.blockPacker.sensorAfter(0)).toBe(sensorId);
  packAll();
  expect(store.blockPacker.sensorAfter(0)).toBe(9);
  expect(store.blockPacker.sensorAfter(9)).toBeNull();
  const plan = store.database
    .query(
      "EXPLAIN QUERY PLAN SELECT last_us FROM blocks WHERE sensor_id = 7 AND last_us >= 0 AND readings <= 2048 ORDER BY last_us LIMIT 1",
    )
    .all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join()).toContain("blocks_small");
});

test("changes nothing if packing fails halfway", async () => {
  saveBulks(0, 8);
  const before = await stored();
  store.database.run("CREATE TRIGGER no_block BEFORE INSERT ON blocks BEGIN SELECT raise(ABORT, 'no'); END");
  expect(packAll).toThrow("no");
  expect(await stored()).toEqual(before);
});
