import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readBlocks } from "../../../../../../tests/harness/stored-blocks.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import type { Stretch } from "../../../queue/stretch.ts";
import { at, next } from "../../../queue/test-positions.ts";
import { storeFile, storeMigrations } from "../../engine/sqlite/store-schema.ts";
import { StalePositionError } from "../../partition-progress.ts";
import type { StoredReading } from "../reading-queries.ts";
import { ReadingRemover } from "./reading-remover.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const sensorId = 7;

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
  readonly atUs: number;
  readonly value?: number;
  readonly receivedUs?: number;
  readonly deviceSeconds?: number;
  readonly metadata?: string;
}

function saveInto(target: TestReadingStore, samples: readonly Sample[]): void {
  for (const { atUs, value = 1, receivedUs = 5, deviceSeconds = -1, metadata = "" } of samples) {
    target.save(sensorId, atUs, value, receivedUs, deviceSeconds, 0, metadata);
  }
}

function commit(...samples: readonly Sample[]): void {
  const { position } = store.progress();
  store.begin();
  saveInto(store, samples);
  store.commit(position, next(position), none);
}

function bulk(fromUs: number, count: number, of: Partial<Sample> = {}): Sample[] {
  return Array.from({ length: count }, (_, nth) => ({ ...of, atUs: fromUs + nth }));
}

async function stored(): Promise<StoredReading[]> {
  return await gatherPages(queries.readings({ sensorId }));
}

async function times(): Promise<number[]> {
  return (await stored()).map(({ atUs }) => atUs);
}

/** Counts the readings in rows, and those in each block. */
async function forms(): Promise<{ rows: number; blocks: number[] }> {
  using db = new Database(join(folder.path, storeFile), { readonly: true });
  const { rows } = db.query("SELECT count(*) AS rows FROM readings").get() as { rows: number };
  const blocks = db.query("SELECT readings FROM blocks ORDER BY first_us").values() as [number][];
  expect(rows + readBlocks(db).length).toBe((await stored()).length);
  return { rows, blocks: blocks.map(([readings]) => readings) };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, nth) => from + nth);
}

describe("blocks are written", () => {
  test("for many readings of a sensor, and rows for few", async () => {
    commit(...bulk(0, 15));
    expect(await forms()).toEqual({ rows: 15, blocks: [] });
    commit(...bulk(100, 100));
    expect(await forms()).toEqual({ rows: 15, blocks: [100] });
    expect(await times()).toEqual([...range(0, 15), ...range(100, 200)]);
  });

  test("in order of time, whatever order the readings came in", async () => {
    const samples = bulk(0, 100, { deviceSeconds: 3 });
    commit(
      ...samples.toReversed().filter(({ atUs }) => atUs % 2 === 0),
      ...samples.filter(({ atUs }) => atUs % 2),
    );
    expect(await forms()).toEqual({ rows: 0, blocks: [100] });
    expect(await times()).toEqual(range(0, 100));
    expect((await stored()).every(({ deviceUs }) => deviceUs === 3_000_000n)).toBeTrue();
  });

  test("for late readings, if nothing lies between them", async () => {
    commit(...bulk(1000, 100));
    commit({ atUs: 5000 });
    commit(...bulk(0, 100), ...bulk(6000, 50));
    expect(await forms()).toEqual({ rows: 1, blocks: [100, 100, 50] });
    expect(await times()).toEqual([...range(0, 100), ...range(1000, 1100), 5000, ...range(6000, 6050)]);
  });

  test("of a limited size, but never split within one time", async () => {
    commit(...bulk(0, 1990), ...range(0, 2000).map((value) => ({ atUs: 1990, value })));
    const { rows, blocks } = await forms();
    expect(rows).toBe(0);
    expect(blocks).toEqual([998, 2992]);
    expect(await stored()).toHaveLength(3990);
  });

  test("for plain readings among those with metadata and odd times, which stay rows", async () => {
    const odd = [
      { atUs: 10, value: 2, metadata: '{"a":1}' },
      { atUs: -5 },
      { atUs: 20, value: 2, deviceSeconds: 253_402_300_799 },
      { atUs: 1, value: 2, deviceSeconds: 4 },
    ];
    commit(...bulk(0, 100), ...odd);
    expect(await forms()).toEqual({ rows: 4, blocks: [100] });
    const expected = [-5, 0, 1, 1, 2, ...range(3, 11), 10, ...range(11, 21), 20, ...range(21, 100)];
    expect(await times()).toEqual(expected);
  });
});

describe("there is one of each time and value", () => {
  test("when a block is delivered again, whole, in part, or reading by reading", async () => {
    commit(...bulk(0, 100));
    commit(...bulk(0, 100));
    commit(...bulk(50, 100));
    for (const atUs of [0, 42, 99, 149]) commit({ atUs });
    expect(await forms()).toEqual({ rows: 0, blocks: [100, 50] });
    expect(await times()).toEqual(range(0, 150));
  });

  test("when a late reading falls into a block with another value", async () => {
    commit(...bulk(0, 100));
    for (const value of [2, 0.5, 2, 1]) commit({ atUs: 50, value });
    expect(await forms()).toEqual({ rows: 2, blocks: [100] });
    expect((await stored()).filter(({ atUs }) => atUs === 50).map(({ value }) => value)).toEqual([0.5, 1, 2]);
  });

  test("when a bulk covers rows that are there already", async () => {
    commit({ atUs: 10, metadata: '{"first":true}' }, { atUs: 60 });
    commit(...bulk(0, 200));
    expect(await times()).toEqual(range(0, 200));
    expect((await stored())[10]!.metadata).toBe('{"first":true}');
  });

  test("when the first of two in one batch has metadata, or the second", async () => {
    const metadata = '{"first":true}';
    commit({ atUs: 50, metadata }, ...bulk(0, 100), { atUs: 60, metadata: '{"first":false}' });
    expect(await times()).toEqual(range(0, 100));
    expect((await stored())[50]!.metadata).toBe(metadata);
    expect((await stored())[60]!.metadata).toBeNull();
  });

  test("when 0 and -0 come in one bulk, or one after the other", async () => {
    commit(...bulk(0, 50, { value: -0 }), ...bulk(0, 50, { value: 0 }));
    commit({ atUs: 7, value: -0 });
    expect((await stored()).map(({ value }) => value)).toEqual(new Array(50).fill(0));
  });

  test("when a batch is larger than what is gathered, and repeats itself", async () => {
    commit(...bulk(0, 40_000), ...bulk(0, 40_000), { atUs: 39_999 }, { atUs: 3 });
    expect(await times()).toEqual(range(0, 40_000));
  });

  test("when the block that would have held it was given up", async () => {
    const { position } = store.progress();
    store.begin();
    saveInto(store, bulk(0, 100));
    expect(() => store.commit(next(position), next(next(position)), none)).toThrow(StalePositionError);
    commit({ atUs: 50 });
    commit(...bulk(0, 100));
    expect(await times()).toEqual(range(0, 100));
  });

  test("when another processor has written the block", async () => {
    commit({ atUs: -1 });
    const other = new TestReadingStore(folder.path);
    const { position } = other.progress();
    other.begin();
    saveInto(other, bulk(0, 100));
    other.commit(position, next(position), none);
    other.close();
    store.begin();
    saveInto(store, [{ atUs: 50 }]);
    expect(() => store.commit(position, next(position), none)).toThrow(StalePositionError);
    commit({ atUs: 50 });
    expect(await times()).toEqual(range(-1, 100));
  });

  test("when the rows were written by a Weir that knew no blocks", async () => {
    using old = tempFolder();
    const db = openDatabase(join(old.path, storeFile), { synchronous: "normal" });
    migrate(db, storeFile, storeMigrations.slice(0, 2));
    const insert = db.prepare("INSERT INTO readings VALUES (?, ?, 1, 5, NULL, NULL)");
    for (const atUs of range(0, 100)) insert.run(sensorId, atUs);
    db.close();
    const upgraded = new TestReadingStore(old.path);
    upgraded.begin();
    saveInto(upgraded, bulk(50, 100));
    upgraded.commit(at(0), at(1), none);
    upgraded.close();
    const reader = new SqliteReadingQueries(old.path);
    expect((await gatherPages(reader.readings({ sensorId }))).map(({ atUs }) => atUs)).toEqual(range(0, 150));
    await reader.close();
  });
});

test("the latest of many at one time is the one received last, in a block or beside it", async () => {
  commit(
    ...bulk(0, 20),
    ...range(0, 20).map((value) => ({ atUs: 20, value, receivedUs: value === 9 ? 8 : 7 })),
  );
  expect((await queries.latestOf([sensorId])).get(sensorId)).toMatchObject({
    atUs: 20,
    value: 9,
    receivedUs: 8,
  });
  commit({ atUs: 20, value: 5.5, receivedUs: 9 });
  expect((await queries.latestOf([sensorId])).get(sensorId)).toMatchObject({
    atUs: 20,
    value: 5.5,
    receivedUs: 9,
  });
  commit({ atUs: 19, value: 5.5, receivedUs: 10 });
  expect((await queries.latestOf([sensorId])).get(sensorId)).toMatchObject({
    atUs: 20,
    value: 5.5,
    receivedUs: 9,
  });
});

test("splits a block if only part of it is purged", async () => {
  commit(...bulk(0, 5), ...bulk(100, 100));
  expect([30, 30, 30, 30].map((max) => new ReadingRemover(store.database).remove(sensorId, max))).toEqual([
    30, 30, 30, 15,
  ]);
  expect(await stored()).toEqual([]);
  commit(...bulk(0, 100));
  expect(await times()).toEqual(range(0, 100));
});

test("keeps the readings of the first of overlapping stretches, even if it has to wait", async () => {
  commit({ atUs: 1000, deviceSeconds: 0 });
  const stretch = (fromUs: number): Stretch => {
    const doubles = Float64Array.from({ length: 1200 }, (_, nth) =>
      nth % 2 === 0 ? 1 : fromUs + (nth >> 1),
    );
    return { doubles, start: 0, readings: 600 };
  };
  store.begin();
  store.saveStretch(sensorId, stretch(1000), 7);
  store.saveStretch(sensorId, stretch(1300), 8);
  const repeated = Array.from({ length: 300 }, (_, nth) => 600 + nth);
  expect([...store.alreadyStored()].sort((one, other) => one - other)).toEqual([0, ...repeated]);
  store.commit(at(1), at(2), none);
  expect((await stored()).map(({ receivedUs }) => receivedUs)).toEqual([
    5,
    ...new Array(599).fill(7),
    ...new Array(300).fill(8),
  ]);
});
