import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatherPages } from "../../platform/gather-pages.ts";
import type { BatteryQuery, RangeQuery } from "../reading-queries.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

const sensorId = 7;
const otherSensorId = 8;
const nothing = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

let dataDir: string;
let store: SqliteReadingStore;
const opened: SqliteReadingQueries[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "weir-queries-"));
  store = new SqliteReadingStore(dataDir);
});

afterEach(async () => {
  for (const queries of opened.splice(0)) await queries.close();
  store.close();
  rmSync(dataDir, { recursive: true });
});

function openQueries(pageRows?: number): SqliteReadingQueries {
  const queries = new SqliteReadingQueries(dataDir, pageRows);
  opened.push(queries);
  return queries;
}

function write(work: () => void): void {
  store.begin();
  work();
  const { position } = store.progress();
  store.commit(position, position, nothing);
}

interface Row {
  readonly atUs: number;
  readonly value: number;
  readonly receivedUs?: number;
  readonly sensor?: number;
  readonly deviceSeconds?: number;
  readonly deviceMicros?: number;
  readonly metadata?: string;
}

function save(rows: readonly Row[]): void {
  write(() => {
    for (const row of rows) {
      const { sensor = sensorId, atUs, value, receivedUs = atUs, deviceSeconds = -1, deviceMicros = 0 } = row;
      store.save(sensor, atUs, value, receivedUs, deviceSeconds, deviceMicros, row.metadata ?? "");
    }
  });
}

async function times(
  queries: SqliteReadingQueries,
  range: Omit<RangeQuery, "sensorId"> = {},
): Promise<number[]> {
  return (await gatherPages(queries.readings({ sensorId, ...range }))).map((reading) => reading.atUs);
}

describe("readings", () => {
  test("come oldest first, whatever order they were saved in, and only of the sensor asked for", async () => {
    save([
      { atUs: 30, value: 1 },
      { atUs: 10, value: 2 },
      { atUs: 20, value: 3, sensor: otherSensorId },
      { atUs: 20, value: 4 },
    ]);
    expect(await times(openQueries())).toEqual([10, 20, 30]);
  });

  test("come once each across page borders, also where many share one time", async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ atUs: Math.floor(n / 10), value: (n % 10) - 5 }));
    save(rows);
    for (const pageRows of [1, 3, 10, 49, 50, 51]) {
      const listed = await gatherPages(openQueries(pageRows).readings({ sensorId }));
      expect(listed.map(({ atUs, value }) => ({ atUs, value }))).toEqual(rows);
    }
  });

  test("start at `from` and end before `to`", async () => {
    save([10, 20, 30, 40].map((atUs) => ({ atUs, value: atUs })));
    const queries = openQueries();
    expect(await times(queries, { fromUs: 20 })).toEqual([20, 30, 40]);
    expect(await times(queries, { toUs: 30 })).toEqual([10, 20]);
    expect(await times(queries, { fromUs: 20, toUs: 40 })).toEqual([20, 30]);
    expect(await times(queries, { fromUs: 40, toUs: 20 })).toEqual([]);
  });

  test("a time before 1970 has no special meaning", async () => {
    save([-5, 0, 5].map((atUs) => ({ atUs, value: 1 })));
    expect(await times(openQueries())).toEqual([-5, 0, 5]);
    expect(await times(openQueries(), { toUs: 0 })).toEqual([-5]);
  });

  test("stop at the limit, the oldest first", async () => {
    save([10, 20, 30, 40].map((atUs) => ({ atUs, value: atUs })));
    expect(await times(openQueries(2), { limit: 3 })).toEqual([10, 20, 30]);
    expect(await times(openQueries(2), { limit: 2 })).toEqual([10, 20]);
    expect(await times(openQueries(), { limit: 100 })).toEqual([10, 20, 30, 40]);
    expect(await times(openQueries(), { limit: 0 })).toEqual([]);
  });

  test("keep all that was saved with them, to the microsecond of a device in the year 9000", async () => {
    const metadata = '{"__proto__":{"x":1},"note":"é"}';
    const far = { deviceSeconds: 221_845_392_000, deviceMicros: 123_457 };
    save([{ atUs: 10, value: -2.5, receivedUs: 99, metadata, ...far }]);
    expect(await gatherPages(openQueries().readings({ sensorId }))).toEqual([
      { atUs: 10, value: -2.5, receivedUs: 99, deviceUs: 221_845_392_000_123_457n, metadata },
    ]);
  });

  test("without a device's time or metadata have null there", async () => {
    save([{ atUs: 10, value: 0 }]);
    expect(await gatherPages(openQueries().readings({ sensorId }))).toEqual([
      { atUs: 10, value: 0, receivedUs: 10, deviceUs: null, metadata: null },
    ]);
  });

  test("a listing that is not finished leaves the store free to sync", async () => {
    save([10, 20, 30].map((atUs) => ({ atUs, value: atUs })));
    const listing = openQueries(1).readings({ sensorId })[Symbol.asyncIterator]();
    await listing.next();
    store.begin();
    store.save(sensorId, 40, 40, 40, -1, 0, "");
    store.commit(0, 64, { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
    expect(store.sync()).toBe(64);
    const left = await gatherPages({ [Symbol.asyncIterator]: () => listing });
    expect(left.map((reading) => reading.atUs)).toEqual([20, 30, 40]);
  });
});

describe("latest", () => {
  test("is the reading with the latest time, not the last to arrive", async () => {
    save([
      { atUs: 30, value: 1, receivedUs: 100 },
      { atUs: 20, value: 2, receivedUs: 200 },
    ]);
    expect(await openQueries().latest(sensorId)).toMatchObject({ atUs: 30, value: 1 });
  });

  test("of several at the same time is the one received last", async () => {
    save([
      { atUs: 30, value: 9, receivedUs: 100 },
      { atUs: 30, value: 5, receivedUs: 300 },
      { atUs: 30, value: 7, receivedUs: 200 },
    ]);
    expect(await openQueries().latest(sensorId)).toMatchObject({ value: 5, receivedUs: 300 });
  });

  test("is null for a sensor without saved readings", async () => {
    save([{ atUs: 30, value: 1, sensor: otherSensorId }]);
    expect(await openQueries().latest(sensorId)).toBeNull();
  });
});

describe("device records", () => {
  test("give the last connection, and battery levels newest first", async () => {
    write(() => {
      store.connected([[1, 5000]]);
      for (const [receivedUs, volts] of [
        [10, 3.7],
        [30, 3.5],
        [20, 3.6],
      ] as const) {
        store.battery(1, receivedUs, volts);
      }
    });
    const queries = openQueries();
    expect((await queries.connectionsOf([1, 2])).get(1)!.lastConnectedMs).toBe(5000);
    expect(await gatherPages(queries.batteryHistory({ deviceId: 1, order: "desc", limit: 2 }))).toEqual([
      { receivedUs: 30, volts: 3.5 },
      { receivedUs: 20, volts: 3.6 },
    ]);
    expect(await queries.connectionsOf([2])).toEqual(new Map());
    expect(await queries.clockOffsetMs(1)).toBeNull();
    expect(await gatherPages(queries.batteryHistory({ deviceId: 2, order: "desc", limit: 10 }))).toEqual([]);
  });

  test("list battery levels in either order, within a range and on from a level, whatever the page size", async () => {
    write(() => {
      for (let receivedUs = 10; receivedUs < 20; receivedUs++) store.battery(1, receivedUs, receivedUs / 10);
      store.battery(1, 15, 0);
      store.battery(2, 15, 3);
    });
    for (const pageRows of [1, 3, 1000]) {
      const queries = openQueries(pageRows);
      const list = async (query: Omit<BatteryQuery, "deviceId">) =>
        (await gatherPages(queries.batteryHistory({ deviceId: 1, ...query }))).map(({ volts }) => volts);
      expect(await list({ fromUs: 14, toUs: 17 })).toEqual([1.4, 0, 1.5, 1.6]);
      expect(await list({ fromUs: 14, toUs: 17, order: "desc" })).toEqual([1.6, 1.5, 0, 1.4]);
      const after = { receivedUs: 15, volts: 0 };
      expect(await list({ after, limit: 2 })).toEqual([1.5, 1.6]);
      expect(await list({ after, fromUs: 12, order: "desc" })).toEqual([1.4, 1.3, 1.2]);
      expect(await list({})).toHaveLength(11);
      expect(await queries.latestBattery(1)).toEqual({ receivedUs: 19, volts: 1.9 });
    }
  });

  test("are empty where there is no store yet", async () => {
    const queries = new SqliteReadingQueries(join(dataDir, "no-such-folder"));
    opened.push(queries);
    expect(await times(queries)).toEqual([]);
    expect(await queries.latest(sensorId)).toBeNull();
    expect(await queries.connectionsOf([1])).toEqual(new Map());
    expect(await queries.clockOffsetMs(1)).toBeNull();
    expect(await gatherPages(queries.batteryHistory({ deviceId: 1, order: "desc", limit: 1 }))).toEqual([]);
    expect(await queries.latestBattery(1)).toBeNull();
  });
});
