import { afterEach, beforeEach, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { next } from "../../queue/test-positions.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";
import { SqliteStoredIdentities } from "./sqlite-stored-identities.ts";

const second = 1e6;
const receivedMs = 2_000_000_000_000;

let folder: ReturnType<typeof tempFolder>;
let store: SqliteReadingStore;
let identities: SqliteStoredIdentities;

beforeEach(() => {
  folder = tempFolder();
  store = new SqliteReadingStore(folder.path);
  identities = new SqliteStoredIdentities(store.database);
});

afterEach(() => {
  store.close();
  folder[Symbol.dispose]();
});

interface Sent {
  readonly sensorId: number;
  readonly value: number;
  readonly seconds: number;
  readonly atUs?: number;
}

/** In one batch: from sixteen readings of a sensor on it makes a block, below rows. */
function save(...readings: readonly Sent[]): void {
  const { position } = store.progress();
  store.begin();
  for (const { sensorId, value, seconds, atUs = seconds * second } of readings) {
    store.save(sensorId, atUs, value, receivedMs * 1000, seconds, 0, "");
  }
  store.commit(position, next(position), { saved: readings.length, alreadyStored: 0, ended: 0, dead: 0 });
}

async function find(readings: readonly Sent[], spreadUs = 0): Promise<boolean[]> {
  const found = await identities.receivedMs({
    sensorIds: readings.map(({ sensorId }) => sensorId),
    values: readings.map(({ value }) => value),
    seconds: readings.map(({ seconds }) => seconds),
    micros: readings.map(() => 0),
    atUs: readings.map(({ seconds, atUs = seconds * second }) => atUs),
    spreadUs,
  });
  return found.map((ms) => {
    if (ms !== 0) expect(ms).toBe(receivedMs);
    return ms !== 0;
  });
}

function series(sensorId: number, from: number, count: number): Sent[] {
  return Array.from({ length: count }, (_, nth) => ({ sensorId, value: nth, seconds: from + nth }));
}

test("readings are found in rows and in blocks, in whatever order they are asked for", async () => {
  const rows = [...series(1, 100, 3), ...series(2, 500, 3)];
  save(...rows);
  save(...series(2, 1000, 40));
  const asked = [...series(2, 1000, 40).reverse(), ...rows, { sensorId: 3, value: 0, seconds: 100 }];
  expect(await find(asked)).toEqual([...asked.slice(1).map(() => true), false]);
});

test("another value, sensor or time is another reading", async () => {
  save(...series(1, 100, 3));
  save(...series(1, 1000, 40));
  for (const seconds of [101, 1001]) {
    expect(await find([{ sensorId: 1, value: 1, seconds }])).toEqual([true]);
    expect(await find([{ sensorId: 1, value: 1.5, seconds }])).toEqual([false]);
    expect(await find([{ sensorId: 2, value: 1, seconds }])).toEqual([false]);
    expect(await find([{ sensorId: 1, value: 1, seconds: seconds + 0.5 }])).toEqual([false]);
  }
});

test("a reading whose clock was corrected is found by what the device sent, near where it lies", async () => {
  const sent = { sensorId: 1, value: 7, seconds: 100 };
  save({ ...sent, atUs: 103 * second });
  expect(await find([sent])).toEqual([false]);
  expect(await find([sent], 3 * second)).toEqual([true]);
  expect(await find([{ ...sent, seconds: 101 }], 3 * second)).toEqual([false]);
});

test("the newest time of a sensor is in its rows or its blocks, as stored or as sent", async () => {
  expect(await identities.newestUs(1)).toBe(-1);
  save({ sensorId: 1, value: 1, seconds: 100, atUs: 90 * second });
  expect(await identities.newestUs(1)).toBe(100 * second);
  save(...series(1, 1000, 40));
  expect(await identities.newestUs(1)).toBe(1039 * second);
  save({ sensorId: 1, value: 1, seconds: 2000 });
  expect(await identities.newestUs(1)).toBe(2000 * second);
});
