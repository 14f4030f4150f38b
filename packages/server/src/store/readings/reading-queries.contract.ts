import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import type { Ownership } from "../../queue/ownership.ts";
import { onlyPartition } from "../../queue/position.ts";
import { at } from "../../queue/test-positions.ts";
import type { ActivityKeeper } from "../activity/activity-keeper.ts";
import type { SettledBatch, Settlement } from "../settlement.ts";
import type { BatteryQuery, RangeQuery, ReadingQueries } from "./reading-queries.ts";
import { SavedReadings } from "./saved-readings.ts";

/** An adapter of ReadingQueries. */
export interface ReadingQueriesAdapter {
  /** Opens what the processor writes with. */
  open(dataDir: string): Promise<WrittenStore>;
  /** `pageRows` limits how many rows are looked up at once. Answers must not depend on it. */
  openQueries(dataDir: string, pageRows?: number): Promise<ReadingQueries>;
}

export interface WrittenStore {
  readonly settlement: Settlement;
  readonly activityKeeper: Pick<ActivityKeeper, "connected">;
  readonly ownership: Ownership;
  close(): Promise<void>;
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

const sensorId = 7;
const otherSensorId = 8;
/** A sensor with so many readings in one batch that an adapter may store them as a block. */
const manyId = 9;
const manyReadings: readonly Row[] = Array.from({ length: 2000 }, (_, nth) => {
  return { atUs: 3001 + nth, value: nth, sensor: manyId };
});

const nothing: Omit<SettledBatch, "from" | "to" | "saves"> = {
  mustLast: false,
  queueBytes: 0,
  lastEntries: null,
  batteryLevels: [],
  states: [],
  alarms: [],
  deadLetters: [],
  removedLetterIds: [],
  messages: [],
  nodeCounts: [],
  nodeErrors: [],
  statistics: { counts: [], nowMs: 0 },
  unsavedEnds: [],
  chainUses: [],
  parked: [],
  keptFrames: [],
  settledFrameIds: [],
  forgottenSensorIds: [],
  forgottenChainIds: [],
  complete: () => ({ counts: { saved: 0, alreadyStored: 0, ended: 0, dead: 0 }, fates: null }),
};

/** Checks what every adapter of ReadingQueries promises, on the real engine beside the writer. */
export function readingQueriesContract(name: string, adapter: ReadingQueriesAdapter): void {
  let folder: ReturnType<typeof tempFolder>;
  let opened: WrittenStore;
  let epoch: number;
  /** The sequence up to which the partition is written. */
  let written: number;
  const readers: ReadingQueries[] = [];

  beforeEach(async () => {
    folder = tempFolder();
    opened = await adapter.open(folder.path);
    ({ epoch } = await opened.ownership.take(onlyPartition));
    written = 0;
  });

  afterEach(async () => {
    for (const queries of readers.splice(0)) await queries.close();
    await opened.close();
    folder[Symbol.dispose]();
  });

  async function openQueries(pageRows?: number): Promise<ReadingQueries> {
    const queries = await adapter.openQueries(folder.path, pageRows);
    readers.push(queries);
    return queries;
  }

  async function write(batch: Partial<SettledBatch>): Promise<void> {
    const from = at(written++);
    await opened.settlement.commit(
      { ...nothing, saves: new SavedReadings(), ...batch, from, to: at(written) },
      epoch,
    );
  }

  async function save(rows: readonly Row[]): Promise<void> {
    const saves = new SavedReadings();
    for (const row of rows) {
      const { sensor = sensorId, atUs, value, receivedUs = atUs, deviceSeconds = -1, deviceMicros = 0 } = row;
      saves.add(sensor, atUs, value, receivedUs, deviceSeconds, deviceMicros, row.metadata ?? "");
    }
    await write({ saves });
  }

  async function times(queries: ReadingQueries, range: Omit<RangeQuery, "sensorId"> = {}): Promise<number[]> {
    return (await gatherPages(queries.readings({ sensorId, ...range }))).map((reading) => reading.atUs);
  }

  test(`${name}: buckets of whole days come to what their hours come to`, async () => {
    const [hourUs, minuteUs] = [3_600e6, 60e6];
    const daysAfter = 20_000 * 24 * hourUs;
    const minutes = (first: number, count: number) =>
      Array.from({ length: count }, (_, nth) => ({
        atUs: daysAfter + (first + nth) * minuteUs,
        value: ((first + nth) * 7919) % 1000,
        sensor: manyId,
      }));
    for (let first = 0; first < 6000; first += 1000) await save(minutes(first, 1000));
    // Too few a day for sums of their own, and some that stay rows.
    await save(minutes(8000, 1000).filter((_, nth) => nth % 40 === 0));
    await save(minutes(9500, 3));
    const queries = await openQueries();
    const bucketsOf = (hours: number, fromUs: number, toUs: number) => {
      const count = (8 * 24) / hours + 1;
      const edgesUs = Float64Array.from({ length: count }, (_, nth) => daysAfter + nth * hours * hourUs);
      return queries.buckets({ sensorId: manyId, fromUs, toUs, edgesUs });
    };
    for (const [fromUs, toUs] of [
      [daysAfter, daysAfter + 8 * 24 * hourUs],
      [daysAfter + 1700 * minuteUs, daysAfter + 5100 * minuteUs],
    ] as const) {
      const days = await bucketsOf(24, fromUs, toUs);
      const hours = await bucketsOf(1, fromUs, toUs);
      for (let day = 0; day < 8; day++) {
        const its = Array.from({ length: 24 }, (_, hour) => day * 24 + hour).filter(
          (hour) => hours.counts[hour]! > 0,
        );
        const sumOf = (column: Float64Array) => its.reduce((sum, hour) => sum + column[hour]!, 0);
        expect([days.counts[day]!, days.sums[day]!]).toEqual([sumOf(hours.counts), sumOf(hours.sums)]);
        if (its.length === 0) continue;
        expect(days.minima[day]).toBe(Math.min(...its.map((hour) => hours.minima[hour]!)));
        expect(days.maxima[day]).toBe(Math.max(...its.map((hour) => hours.maxima[hour]!)));
        expect(days.firsts[day]).toBe(hours.firsts[its[0]!]!);
        expect(days.lasts[day]).toBe(hours.lasts[its.at(-1)!]!);
      }
    }
  });

  describe(`${name}: readings`, () => {
    test("come oldest first, whatever order they were saved in, and only of the requested sensor", async () => {
      await save([
        { atUs: 30, value: 1 },
        { atUs: 10, value: 2 },
        { atUs: 20, value: 3, sensor: otherSensorId },
        { atUs: 20, value: 4 },
      ]);
      expect(await times(await openQueries())).toEqual([10, 20, 30]);
    });

    test("come once each across pages, even if many share one time", async () => {
      const rows = Array.from({ length: 50 }, (_, n) => ({ atUs: Math.floor(n / 10), value: (n % 10) - 5 }));
      await save(rows);
      for (const pageRows of [1, 3, 10, 49, 50, 51]) {
        const listed = await gatherPages((await openQueries(pageRows)).readings({ sensorId }));
        expect(listed.map(({ atUs, value }) => ({ atUs, value }))).toEqual(rows);
      }
    });

    test("start at `from` and end before `to`", async () => {
      await save([10, 20, 30, 40].map((atUs) => ({ atUs, value: atUs })));
      const queries = await openQueries();
      expect(await times(queries, { fromUs: 20 })).toEqual([20, 30, 40]);
      expect(await times(queries, { toUs: 30 })).toEqual([10, 20]);
      expect(await times(queries, { fromUs: 20, toUs: 40 })).toEqual([20, 30]);
      expect(await times(queries, { fromUs: 40, toUs: 20 })).toEqual([]);
    });

    test("may be before 1970", async () => {
      await save([-5, 0, 5].map((atUs) => ({ atUs, value: 1 })));
      expect(await times(await openQueries())).toEqual([-5, 0, 5]);
      expect(await times(await openQueries(), { toUs: 0 })).toEqual([-5]);
    });

    test("stop at the limit, the oldest first", async () => {
      await save([10, 20, 30, 40].map((atUs) => ({ atUs, value: atUs })));
      expect(await times(await openQueries(2), { limit: 3 })).toEqual([10, 20, 30]);
      expect(await times(await openQueries(2), { limit: 2 })).toEqual([10, 20]);
      expect(await times(await openQueries(), { limit: 100 })).toEqual([10, 20, 30, 40]);
      expect(await times(await openQueries(), { limit: 0 })).toEqual([]);
    });

    test("keep everything that was saved with them, to the microsecond of a device in the year 9000", async () => {
      const metadata = '{"__proto__":{"x":1},"note":"é"}';
      const far = { deviceSeconds: 221_845_392_000, deviceMicros: 123_457 };
      await save([{ atUs: 10, value: -2.5, receivedUs: 99, metadata, ...far }]);
      expect(await gatherPages((await openQueries()).readings({ sensorId }))).toEqual([
        { atUs: 10, value: -2.5, receivedUs: 99, deviceUs: 221_845_392_000_123_457n, metadata },
      ]);
    });

    test("have null for a missing device time or missing metadata", async () => {
      await save([{ atUs: 10, value: 0 }]);
      expect(await gatherPages((await openQueries()).readings({ sensorId }))).toEqual([
        { atUs: 10, value: 0, receivedUs: 10, deviceUs: null, metadata: null },
      ]);
    });

    test("leave the store free to sync during an unfinished listing", async () => {
      await save([10, 20, 30].map((atUs) => ({ atUs, value: atUs })));
      const listing = (await openQueries(1)).readings({ sensorId })[Symbol.asyncIterator]();
      await listing.next();
      await save([{ atUs: 40, value: 40 }]);
      expect(await opened.settlement.rest(onlyPartition)).toEqual(at(written));
      const left = await gatherPages({ [Symbol.asyncIterator]: () => listing });
      expect(left.map((reading) => reading.atUs)).toEqual([20, 30, 40]);
    });
  });

  describe(`${name}: latest`, () => {
    test("is the reading with the latest time, not the last to arrive", async () => {
      await save([
        { atUs: 30, value: 1, receivedUs: 100 },
        { atUs: 20, value: 2, receivedUs: 200 },
      ]);
      expect((await (await openQueries()).latestOf([sensorId])).get(sensorId)).toMatchObject({
        atUs: 30,
        value: 1,
      });
    });

    test("is the one received last of several at the same time", async () => {
      await save([
        { atUs: 30, value: 9, receivedUs: 100 },
        { atUs: 30, value: 5, receivedUs: 300 },
        { atUs: 30, value: 7, receivedUs: 200 },
      ]);
      expect((await (await openQueries()).latestOf([sensorId])).get(sensorId)).toMatchObject({
        value: 5,
        receivedUs: 300,
      });
    });

    test("is returned for each of many sensors, and left out if there is none", async () => {
      await save([{ atUs: 30, value: 1 }, { atUs: 10, value: 2, sensor: otherSensorId }, ...manyReadings]);
      const latest = await (await openQueries()).latestOf([sensorId, 99, manyId, otherSensorId]);
      expect([...latest].map(([id, { atUs }]) => [id, atUs]).toSorted()).toEqual(
        [
          [sensorId, 30],
          [otherSensorId, 10],
          [manyId, 5000],
        ].toSorted(),
      );
    });
  });

  describe(`${name}: the span`, () => {
    test("of each of many sensors is from its first to its last reading, however many came together", async () => {
      await save(manyReadings);
      await save([
        { atUs: 30, value: 1 },
        { atUs: -10, value: 2 },
        { atUs: 20, value: 2, sensor: otherSensorId },
        { atUs: 3, value: 1, sensor: manyId },
      ]);
      const queries = await openQueries();
      expect(await queries.spansOf([sensorId, otherSensorId, manyId, 99])).toEqual(
        new Map([
          [sensorId, { firstUs: -10, lastUs: 30 }],
          [otherSensorId, { firstUs: 20, lastUs: 20 }],
          [manyId, { firstUs: 3, lastUs: 5000 }],
        ]),
      );
      await save([{ atUs: 6000, value: 1, sensor: manyId }]);
      expect((await queries.spansOf([manyId])).get(manyId)).toEqual({ firstUs: 3, lastUs: 6000 });
    });
  });

  describe(`${name}: device records`, () => {
    test("return the last connection, and battery levels newest first", async () => {
      await opened.activityKeeper.connected([[1, 5000]], epoch);
      await write({
        batteryLevels: [
          { deviceId: 1, receivedUs: 10, volts: 3.7 },
          { deviceId: 1, receivedUs: 30, volts: 3.5 },
          { deviceId: 1, receivedUs: 20, volts: 3.6 },
        ],
      });
      const queries = await openQueries();
      expect((await queries.connectionsOf([1, 2])).get(1)!.lastConnectedMs).toBe(5000);
      expect(await gatherPages(queries.batteryHistory({ deviceId: 1, order: "desc", limit: 2 }))).toEqual([
        { receivedUs: 30, volts: 3.5 },
        { receivedUs: 20, volts: 3.6 },
      ]);
      expect(await queries.connectionsOf([2])).toEqual(new Map());
      expect(await queries.clockOffsetMs(1)).toBeNull();
      expect(await gatherPages(queries.batteryHistory({ deviceId: 2, order: "desc", limit: 10 }))).toEqual(
        [],
      );
    });

    test("list battery levels in either order, within a range and on from a level, with any page size", async () => {
      const levels = Array.from({ length: 10 }, (_, nth) => ({
        deviceId: 1,
        receivedUs: 10 + nth,
        volts: 1 + nth / 10,
      }));
      await write({
        batteryLevels: [
          ...levels,
          { deviceId: 1, receivedUs: 15, volts: 0 },
          { deviceId: 2, receivedUs: 15, volts: 3 },
        ],
      });
      for (const pageRows of [1, 3, 1000]) {
        const queries = await openQueries(pageRows);
        const list = async (query: Omit<BatteryQuery, "deviceId">) =>
          (await gatherPages(queries.batteryHistory({ deviceId: 1, ...query }))).map(({ volts }) => volts);
        expect(await list({ fromUs: 14, toUs: 17 })).toEqual([1.4, 0, 1.5, 1.6]);
        expect(await list({ fromUs: 14, toUs: 17, order: "desc" })).toEqual([1.6, 1.5, 0, 1.4]);
        const after = { receivedUs: 15, volts: 0 };
        expect(await list({ after, limit: 2 })).toEqual([1.5, 1.6]);
        expect(await list({ after, fromUs: 12, order: "desc" })).toEqual([1.4, 1.3, 1.2]);
        expect(await list({})).toHaveLength(11);
      }
    });

    test("return the battery level of each of many devices that arrived last", async () => {
      await write({
        batteryLevels: [
          { deviceId: 1, receivedUs: 30, volts: 3.5 },
          { deviceId: 1, receivedUs: 30, volts: 3.4 },
          { deviceId: 1, receivedUs: 20, volts: 3.9 },
          { deviceId: 2, receivedUs: 15, volts: 3 },
        ],
      });
      expect(await (await openQueries()).latestBatteriesOf([2, 1, 99])).toEqual(
        new Map([
          [1, { receivedUs: 30, volts: 3.5 }],
          [2, { receivedUs: 15, volts: 3 }],
        ]),
      );
    });
  });
}
