import { afterEach, beforeEach, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { storedRowSql } from "../../../../../../tests/harness/stored-row-sql.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { next } from "../../../queue/test-positions.ts";
import { ReadingRemover } from "./reading-remover.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { SqliteStoredIdentities } from "./sqlite-stored-identities.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
/** Enough sensors that a batch with one reading of each is staged. */
const sensorCount = 1100;
const secondUs = 1e6;

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

/** Saves readings in one batch. Returns how many were stored already. */
function save(...readings: readonly [sensorId: number, second: number, value?: number][]): number {
  const { position } = store.progress();
  store.begin();
  for (const [sensorId, second, value = 1] of readings) {
    store.save(sensorId, second * secondUs, value, second * secondUs + 1, second, 0, "");
  }
  const alreadyStored = store.alreadyStored().length;
  store.commit(position, next(position), none);
  return alreadyStored;
}

/** Saves a reading of every sensor at each of these times, each time in its own batch. */
function saveOfAll(...seconds: readonly number[]): void {
  for (const second of seconds) {
    save(...Array.from({ length: sensorCount }, (_, nth): [number, number] => [nth + 1, second]));
  }
}

function count(sql: string): number {
  return (store.database.query(`SELECT count(*) AS count FROM ${sql}`).get() as { count: number }).count;
}

async function secondsOf(sensorId: number): Promise<number[]> {
  return (await gatherPages(queries.readings({ sensorId }))).map(({ atUs }) => atUs / secondUs);
}

test("stages a batch of many sensors, and files few readings at once", () => {
  saveOfAll(10);
  expect(count("staged_readings")).toBe(sensorCount);
  save([1, 20], [2, 20]);
  expect(count("readings")).toBe(2);
  expect(store.rowFiler.isDue()).toBeFalse();
});

test("shows readers the same before, during and after filing", async () => {
  saveOfAll(10, 20, 30);
  const seen = new Set<number>();
  do {
    seen.add(count("readings"));
    expect(count(storedRowSql)).toBe(3 * sensorCount);
    for (const sensorId of [1, 550, sensorCount]) expect(await secondsOf(sensorId)).toEqual([10, 20, 30]);
  } while (store.rowFiler.file());
  expect(seen.size).toBeGreaterThan(2);
  expect([count("readings"), count("staged_readings"), count("staged_parts")]).toEqual([
    3 * sensorCount,
    0,
    0,
  ]);
});

test("refuses a late repeat of a staged reading, and accepts another reading of that time", async () => {
  saveOfAll(10, 20);
  expect(save([5, 10])).toBe(1);
  expect(save([5, 10, 2], [5, 15])).toBe(0);
  expect(await secondsOf(5)).toEqual([10, 10, 15, 20]);
});

test("recognises repeats of staged readings in a process that starts", () => {
  saveOfAll(10, 20);
  store.close();
  store = new TestReadingStore(folder.path);
  expect(save([5, 20], [6, 10], [7, 30])).toBe(2);
});

test("finds a staged reading by what the device sent", async () => {
  saveOfAll(10, 20);
  const identities = new SqliteStoredIdentities(store.database);
  const wanted = {
    values: [1, 1],
    seconds: [10, 11],
    micros: [0, 0],
    atUs: [10, 11].map((at) => at * secondUs),
  };
  expect(await identities.receivedMs({ ...wanted, sensorIds: [5, 5], spreadUs: 0 })).toEqual([10_000, 0]);
  expect(await identities.newestUs(5)).toBe(20 * secondUs);
});

test("deletes staged readings, even while they are filed", async () => {
  saveOfAll(10, 20, 30);
  store.rowFiler.file();
  const remover = new ReadingRemover(store.database);
  for (const sensorId of [1, sensorCount]) {
    expect(remover.removeRange(sensorId, 0, 20 * secondUs, 10)).toBe(1);
    expect(await secondsOf(sensorId)).toEqual([20, 30]);
    expect(remover.remove(sensorId, 10)).toBe(2);
    expect(await secondsOf(sensorId)).toEqual([]);
  }
  while (store.rowFiler.file());
  expect(count("readings")).toBe(3 * (sensorCount - 2));
});

test("leaves what is staged after the start of a pass to the next one", () => {
  saveOfAll(10, 20);
  store.rowFiler.file();
  saveOfAll(30);
  while (store.rowFiler.file());
  expect([count("readings"), count("staged_readings")]).toEqual([2 * sensorCount, sensorCount]);
});

test("is due once many parts wait, and stages no rows beyond a limit", () => {
  saveOfAll(...Array.from({ length: 63 }, (_, nth) => nth + 1));
  expect(store.rowFiler.isDue()).toBeFalse();
  saveOfAll(64);
  expect(store.rowFiler.isDue()).toBeTrue();
  saveOfAll(...Array.from({ length: 66 }, (_, nth) => nth + 65));
  expect([count("staged_parts"), count("readings")]).toEqual([128, 2 * sensorCount]);
});

test.each(["before", "after"])(
  "loses and repeats nothing if a process is killed %s the commit of a step",
  async (moment) => {
    saveOfAll(10, 20, 30);
    const script = fileURLToPath(new URL("./test-filing-process.ts", import.meta.url));
    // Each process gets one step further. The first steps move rows, the last ones delete parts.
    const killedStep = moment === "before" ? "2" : "1";
    for (let kills = 0; kills < 4; kills++) {
      const killed = Bun.spawn([process.execPath, script, folder.path, killedStep, moment], {
        stderr: "inherit",
      });
      await killed.exited;
      expect(killed.signalCode).toBe("SIGKILL");
      expect(count(storedRowSql)).toBe(3 * sensorCount);
      expect(count(`(SELECT DISTINCT sensor_id, at_us, value FROM ${storedRowSql})`)).toBe(3 * sensorCount);
    }
    while (store.rowFiler.file());
    expect([count("readings"), count("staged_readings"), count("staged_parts")]).toEqual([
      3 * sensorCount,
      0,
      0,
    ]);
  },
);
