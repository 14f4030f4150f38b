import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { next } from "../../../queue/test-positions.ts";
import { storeFile } from "../../engine/sqlite/store-schema.ts";
import { ReadingRemover } from "./reading-remover.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const sensorId = 7;
const minuteUs = 60e6;
const startUs = 1_790_000_000_000_000;
const never = Number.NEGATIVE_INFINITY;
const longAgo = Number.POSITIVE_INFINITY;

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

interface Sample {
  readonly minute: number;
  readonly hasDeviceTime?: boolean;
  readonly metadata?: string;
}

/** Saves each reading in its own batch, as single requests do. Returns those that were stored already. */
function saveEach(...samples: readonly Sample[]): Sample[] {
  return samples.filter((sample) => saveTogether(sample) > 0);
}

function saveTogether(...samples: readonly Sample[]): number {
  const { position } = store.progress();
  store.begin();
  for (const { minute, hasDeviceTime = false, metadata = "" } of samples) {
    const atUs = startUs + minute * minuteUs;
    store.save(sensorId, atUs, minute % 17, atUs + 40_000, hasDeviceTime ? atUs / 1e6 : -1, 0, metadata);
  }
  const alreadyStored = store.alreadyStored().length;
  store.commit(position, next(position), none);
  return alreadyStored;
}

function minutes(from: number, to: number, of: Partial<Sample> = {}): Sample[] {
  return Array.from({ length: to - from }, (_, nth) => ({ ...of, minute: from + nth }));
}

function mergeAll(quietSinceUs: number): number {
  let merged = 0;
  let step = store.rowMerger.merge(sensorId, Number.MIN_SAFE_INTEGER, quietSinceUs);
  for (; step !== null; step = store.rowMerger.merge(sensorId, step.nextUs, quietSinceUs))
    merged += step.merged;
  return merged;
}

/** Counts the readings in rows, and those in each block. */
async function forms(): Promise<{ rows: number; blocks: number[] }> {
  using db = new Database(join(folder.path, storeFile), { readonly: true });
  const { rows } = db.query("SELECT count(*) AS rows FROM readings").get() as { rows: number };
  const blocks = db.query("SELECT readings FROM blocks ORDER BY first_us").values() as [number][];
  expect(rows + readBlocks(db).length).toBe((await gatherPages(queries.readings({ sensorId }))).length);
  return { rows, blocks: blocks.map(([readings]) => readings) };
}

test("merges a thousand rows into a block, and lets fewer wait for more", async () => {
  saveEach(...minutes(0, 1023));
  expect(mergeAll(never)).toBe(0);
  saveEach(...minutes(1023, 1030));
  const before = await gatherPages(queries.readings({ sensorId }));
  expect(mergeAll(never)).toBe(1024);
  expect(await forms()).toEqual({ rows: 6, blocks: [1024] });
  expect(await gatherPages(queries.readings({ sensorId }))).toEqual(before);
});

test("merges the rows of a quiet sensor into a block, however few", async () => {
  saveEach(...minutes(0, 20));
  expect(mergeAll(startUs)).toBe(0);
  expect(mergeAll(longAgo)).toBe(20);
  expect(await forms()).toEqual({ rows: 0, blocks: [20] });
  saveEach(...minutes(20, 23));
  expect(mergeAll(longAgo)).toBe(3);
  expect(await forms()).toEqual({ rows: 0, blocks: [23] });
});

test("finds a reading in a merged block when it comes again", () => {
  saveEach(...minutes(0, 1030));
  mergeAll(never);
  expect(saveEach(...minutes(1020, 1035))).toEqual(minutes(1020, 1030));
  expect(saveTogether(...minutes(0, 100))).toBe(100);
});

test("adds late rows to the block that covers their time, and splits it when it grows too large", async () => {
  const [late, inTime] = [minutes(0, 5000).filter(isTenth), minutes(0, 5000).filter((one) => !isTenth(one))];
  saveEach(...inTime);
  expect(mergeAll(never)).toBe(4096);
  saveEach(...late);
  mergeAll(longAgo);
  const { rows, blocks } = await forms();
  expect(rows).toBe(0);
  expect(blocks).toEqual([2276, 2724]);
});

test("adds rows to the block before them while it has room, and otherwise starts a new one", async () => {
  saveTogether(...minutes(0, 100));
  saveTogether(...minutes(200, 300));
  saveEach(...minutes(100, 110));
  mergeAll(never);
  expect(await forms()).toEqual({ rows: 0, blocks: [110, 100] });
  saveEach(...minutes(300, 300 + 4 * 1024));
  mergeAll(never);
  expect(await forms()).toEqual({ rows: 0, blocks: [110, 100 + 3 * 1024, 1024] });
});

test("puts readings with and without a device time into one block, and restores each", async () => {
  saveEach(...minutes(0, 1100).map((one) => ({ ...one, hasDeviceTime: one.minute % 3 === 0 })));
  const before = await gatherPages(queries.readings({ sensorId }));
  mergeAll(never);
  expect((await forms()).blocks).toEqual([1024]);
  expect(await gatherPages(queries.readings({ sensorId }))).toEqual(before);
  new ReadingRemover(store.database).remove(sensorId, 100);
  const { rows, blocks } = await forms();
  expect(await gatherPages(queries.readings({ sensorId }))).toEqual(before.slice(0, rows + blocks[0]!));
});

test("leaves readings with metadata as rows, without delaying others", async () => {
  saveEach(...minutes(0, 3000).map((one) => (one.minute % 2 ? one : { ...one, metadata: '{"rssi":-71}' })));
  const before = await gatherPages(queries.readings({ sensorId }));
  mergeAll(longAgo);
  expect((await forms()).rows).toBe(1500);
  expect(await gatherPages(queries.readings({ sensorId }))).toEqual(before);
});

test("merges more readings of one time than a step takes", async () => {
  for (let value = 0; value < 1500; value++) {
    const { position } = store.progress();
    store.begin();
    store.save(sensorId, startUs, value, startUs, -1, 0, "");
    store.commit(position, next(position), none);
  }
  mergeAll(longAgo);
  mergeAll(longAgo);
  expect(await forms()).toEqual({ rows: 0, blocks: [1500] });
});

test("frees the space of the rows in the file", async () => {
  for (let from = 0; from < 60_000; from += 15) saveTogether(...minutes(from, from + 15));
  store.sync();
  const before = fileBytes();
  mergeAll(longAgo);
  while (store.rowMerger.releaseSome());
  store.sync();
  expect(fileBytes()).toBeLessThan(before / 5);
  expect(await gatherPages(queries.readings({ sensorId }))).toHaveLength(60_000);
});

test("changes nothing if a merge fails halfway", async () => {
  saveEach(...minutes(0, 1024));
  const before = await forms();
  store.database.run(
    "CREATE TRIGGER no_deletion BEFORE DELETE ON readings BEGIN SELECT raise(ABORT, 'no'); END",
  );
  expect(() => mergeAll(never)).toThrow("no");
  expect(await forms()).toEqual(before);
});

test("shows readers every reading once while rows are merged, in lists of both orders and in charts", async () => {
  const count = 30_000;
  // Small pages, because with more pages a merge falls between the statements of one more often.
  await using paged = new PagedQueries(folder.path);
  for (let from = 0; from < count; from += 15) saveTogether(...minutes(from, from + 15));
  const edgesUs = Float64Array.of(startUs, startUs + (count / 2) * minuteUs, startUs + count * minuteUs);
  const thread = new Worker(new URL("./test-merging-thread.ts", import.meta.url).href);
  const merged = new Promise<number>((resolve) => {
    thread.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
  });
  thread.postMessage(folder.path);
  let isDone = false;
  void merged.then(() => {
    isDone = true;
  });
  while (!isDone) {
    expect(await gatherPages(paged.readings({ sensorId }))).toHaveLength(count);
    expect(await gatherPages(paged.readings({ sensorId, order: "desc" }))).toHaveLength(count);
    const { counts } = await paged.buckets({ sensorId, fromUs: 0, toUs: edgesUs[2]!, edgesUs });
    expect([...counts]).toEqual([count / 2, count / 2]);
    await Bun.sleep(0);
  }
  expect(await merged).toBe(count);
  thread.terminate();
});

class PagedQueries extends SqliteReadingQueries implements AsyncDisposable {
  constructor(dataDir: string) {
    super(dataDir, 20, 2);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function fileBytes(): number {
  return statSync(join(folder.path, storeFile)).size;
}

function isTenth({ minute }: Sample): boolean {
  return minute % 10 === 9;
}
