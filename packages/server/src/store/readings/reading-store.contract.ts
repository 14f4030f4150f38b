import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../../platform/gather-pages.ts";
import { type Position, UnknownPartitionError } from "../../queue/position.ts";
import { at, next } from "../../queue/test-positions.ts";
import {
  type Connection,
  type PartitionProgress,
  type SettledCounts,
  StalePositionError,
} from "../partition-progress.ts";
import type { ReadingQueries } from "./reading-queries.ts";
import type { SavedReadings } from "./saved-readings.ts";

/** The reading store as the contract suite uses it. Its methods may be asynchronous, for a store on another machine. */
export interface ReadingStoreUnderTest {
  save(...reading: Parameters<SavedReadings["add"]>): void;
  /** How many readings wait to be written. The next saved reading gets this place among them. */
  readonly saves: number;
  progress(): PartitionProgress | Promise<PartitionProgress>;
  begin(): void | Promise<void>;
  /** Writes the saved readings and returns the places of those that were stored already. Places start again from 0. */
  alreadyStored(): readonly number[] | Promise<readonly number[]>;
  battery(deviceId: number, receivedUs: number, volts: number): void | Promise<void>;
  connected(connections: readonly Connection[]): void | Promise<void>;
  commit(from: Position, to: Position, counts: SettledCounts): void | Promise<void>;
  rollback(): void | Promise<void>;
  sync(): Position | Promise<Position>;
  close(): void | Promise<void>;
}

export interface ReadingStoreAdapter {
  open(dataDir: string): Promise<ReadingStoreUnderTest>;
  openQueries(dataDir: string): Promise<ReadingQueries>;
}

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
const sensorId = 7;
const deviceId = 3;

/** Checks what every reading store promises (see settlement.ts), on the real engine. */
export function readingStoreContract(name: string, adapter: ReadingStoreAdapter): void {
  let folder: ReturnType<typeof tempFolder>;
  let store: ReadingStoreUnderTest;
  let queries: ReadingQueries;

  beforeEach(async () => {
    folder = tempFolder();
    store = await adapter.open(folder.path);
    queries = await adapter.openQueries(folder.path);
  });

  afterEach(async () => {
    await queries.close();
    await store.close();
    folder[Symbol.dispose]();
  });

  function save(atUs: number, value: number, metadata = ""): void {
    store.save(sensorId, atUs, value, atUs + 1, -1, 0, metadata);
  }

  async function rows(sensor = sensorId): Promise<[atUs: number, value: number][]> {
    return (await gatherPages(queries.readings({ sensorId: sensor }))).map(({ atUs, value }) => [
      atUs,
      value,
    ]);
  }

  describe(`${name}: rows`, () => {
    test("keeps one row per sensor, time and value, and the first of equal ones", async () => {
      await store.begin();
      save(1000, 21.5, '{"first":true}');
      save(1000, 21.5, '{"first":false}');
      save(1000, 22);
      save(1001, 21.5);
      store.save(sensorId + 1, 1000, 21.5, 1, -1, 0, "");
      await store.commit(at(0), at(1), none);
      await store.begin();
      save(1000, 21.5, '{"again":true}');
      await store.commit(at(1), at(2), none);
      expect(await rows()).toEqual([
        [1000, 21.5],
        [1000, 22],
        [1001, 21.5],
      ]);
      expect(await rows(sensorId + 1)).toEqual([[1000, 21.5]]);
      expect((await gatherPages(queries.readings({ sensorId })))[0]!.metadata).toBe('{"first":true}');
    });

    test("reports which saves of a batch were stored already, in rows and in blocks", async () => {
      await store.begin();
      save(1000, 1);
      save(1000, 1);
      save(1000, 2);
      expect(store.saves).toBe(3);
      expect([...(await store.alreadyStored())]).toEqual([1]);
      save(999, 1);
      save(1000, 2);
      expect([...(await store.alreadyStored())]).toEqual([1]);
      await store.commit(at(0), at(1), none);
      for (const again of [false, true]) {
        await store.begin();
        expect(store.saves).toBe(0);
        for (let atUs = 2000; atUs < 3000; atUs++) save(atUs, 1);
        save(1000, 1);
        const places = Array.from({ length: 1001 }, (_, place) => place);
        const alreadyStored = [...(await store.alreadyStored())].sort((one, other) => one - other);
        expect(alreadyStored).toEqual(again ? places : [1000]);
        await store.commit(at(again ? 2 : 1), at(again ? 3 : 2), none);
      }
    });

    test("returns every field exactly, including device times beyond the range of a double", async () => {
      const year9999S = 253_402_300_799;
      await store.begin();
      store.save(sensorId, 1, 0.1, 2, year9999S, 999_999, '{"note":"größer ☂ 💧"}');
      store.save(sensorId, 2, -1e308, 3, year9999S, 999_998, "");
      store.save(sensorId, 3, 5e-324, 4, 9_007_199_254, 740_991, "");
      store.save(sensorId, 4, 4_294_967_296, 5, 9_007_199_254, 740_993, "");
      store.save(sensorId, 5, 0, 6, 0, 0, "");
      store.save(sensorId, 6, 1, 1_780_000_000_000_001, -1, 0, "");
      await store.commit(at(0), at(1), none);
      const shared = { metadata: null };
      expect(await gatherPages(queries.readings({ sensorId }))).toEqual([
        {
          atUs: 1,
          value: 0.1,
          receivedUs: 2,
          deviceUs: 253_402_300_799_999_999n,
          metadata: '{"note":"größer ☂ 💧"}',
        },
        { ...shared, atUs: 2, value: -1e308, receivedUs: 3, deviceUs: 253_402_300_799_999_998n },
        { ...shared, atUs: 3, value: 5e-324, receivedUs: 4, deviceUs: 9_007_199_254_740_991n },
        { ...shared, atUs: 4, value: 4_294_967_296, receivedUs: 5, deviceUs: 9_007_199_254_740_993n },
        { ...shared, atUs: 5, value: 0, receivedUs: 6, deviceUs: 0n },
        { ...shared, atUs: 6, value: 1, receivedUs: 1_780_000_000_000_001, deviceUs: null },
      ]);
    });

    test("saves batches of any size completely, and each row once however often it is delivered", async () => {
      const sizes = fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 6 });
      let position = 0;
      let sensor = 100;
      await fc.assert(
        fc.asyncProperty(sizes, fc.boolean(), async (batches, redelivered) => {
          sensor++;
          const expected: number[] = [];
          for (const size of batches) {
            const batch = Array.from({ length: size }, (_, index) => expected.length + index);
            for (let delivery = 0; delivery < (redelivered ? 2 : 1); delivery++) {
              await store.begin();
              for (const atUs of batch) store.save(sensor, atUs, atUs, atUs, -1, 0, "");
              await store.commit(at(position), at(++position), none);
            }
            expected.push(...batch);
          }
          expect((await rows(sensor)).map(([atUs]) => atUs)).toEqual(expected);
        }),
        { numRuns: propertyRuns(40) },
      );
    });
  });

  describe(`${name}: batches`, () => {
    test("shows rows, side records, counts and position together at commit, and not before", async () => {
      await store.begin();
      save(1, 1);
      await store.battery(deviceId, 10, 3.7);
      await store.connected([[deviceId, 10]]);
      const seen = async (): Promise<unknown[]> => [
        await rows(),
        await gatherPages(queries.batteryHistory({ deviceId, order: "desc", limit: 10 })),
        (await queries.connectionsOf([deviceId])).get(deviceId)?.lastConnectedMs ?? null,
      ];
      expect(await seen()).toEqual([[], [], null]);
      await store.commit(at(0), at(100), { saved: 1, alreadyStored: 0, ended: 2, dead: 3 });
      expect(await seen()).toEqual([[[1, 1]], [{ receivedUs: 10, volts: 3.7 }], 10]);
      expect(await store.progress()).toEqual({
        position: at(100),
        saved: 1,
        alreadyStored: 0,
        ended: 2,
        dead: 3,
      });
    });

    test("leaves nothing of a rolled-back batch, and nothing of it in the next", async () => {
      await store.begin();
      for (let i = 0; i < 25; i++) save(i, i);
      await store.battery(deviceId, 10, 3.7);
      await store.connected([[deviceId, 10]]);
      await store.rollback();
      await store.begin();
      await store.commit(at(0), at(1), none);
      expect(await rows()).toEqual([]);
      expect(await gatherPages(queries.batteryHistory({ deviceId, order: "desc", limit: 10 }))).toEqual([]);
      expect(await queries.connectionsOf([deviceId])).toEqual(new Map());
      expect(await store.progress()).toEqual({ position: at(1), ...none });
    });

    test("starts the next batch cleanly after a fault in the middle of one", async () => {
      for (const rowsBeforeFault of [3, 9, 13]) {
        const { position } = await store.progress();
        await store.begin();
        for (let i = 0; i < rowsBeforeFault; i++) save(i, 999);
        // No column accepts this value.
        save(0, Number.NaN);
        const inVain = async () => store.commit(position, next(position), none);
        await expect(inVain()).rejects.toThrow();
        await store.rollback();
        await store.begin();
        save(position.sequence, 1);
        await store.commit(position, next(position), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
      }
      expect(await rows()).toEqual([
        [0, 1],
        [1, 1],
        [2, 1],
      ]);
      expect(await store.progress()).toEqual({
        position: at(3),
        saved: 3,
        alreadyStored: 0,
        ended: 0,
        dead: 0,
      });
    });

    test("does nothing when it rolls back without a batch", async () => {
      await store.rollback();
      await store.begin();
      await store.rollback();
      await store.rollback();
      expect(await store.progress()).toEqual({ position: at(0), ...none });
    });

    test("refuses a batch that does not continue from the stored position, and changes nothing", async () => {
      await store.begin();
      await store.commit(at(0), at(50), { saved: 5, alreadyStored: 0, ended: 0, dead: 0 });
      for (const from of [0, 49, 51]) {
        await store.begin();
        save(from, 1);
        await store.battery(deviceId, 10, 3.7);
        const stale = async () =>
          store.commit(at(from), at(100), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
        await expect(stale()).rejects.toThrow(StalePositionError);
      }
      expect(await store.progress()).toEqual({
        position: at(50),
        saved: 5,
        alreadyStored: 0,
        ended: 0,
        dead: 0,
      });
      expect(await rows()).toEqual([]);
      expect(await gatherPages(queries.batteryHistory({ deviceId, order: "desc", limit: 10 }))).toEqual([]);
      await store.begin();
      save(1, 1);
      await store.commit(at(50), at(60), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
      expect(await rows()).toEqual([[1, 1]]);
    });

    test("refuses a batch of another partition, and changes nothing", async () => {
      const { position } = await store.progress();
      const elsewhere = { ...position, partition: position.partition + 1 };
      for (const [from, to] of [
        [elsewhere, elsewhere],
        [elsewhere, next(position)],
        [position, { ...next(position), partition: elsewhere.partition }],
      ] as const) {
        await store.begin();
        save(1, 1);
        const refused = async () => store.commit(from, to, none);
        await expect(refused()).rejects.toThrow(UnknownPartitionError);
      }
      expect(await store.progress()).toEqual({ position, ...none });
      expect(await rows()).toEqual([]);
      expect(await store.sync()).toEqual(position);
    });

    test("lets only one of two processors on one store settle an entry", async () => {
      const other = await adapter.open(folder.path);
      const settle = async (target: ReadingStoreUnderTest, value: number): Promise<string> => {
        await target.begin();
        target.save(sensorId, 1, value, 1, -1, 0, "");
        try {
          await target.commit(at(0), at(100), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
          return "settled";
        } catch (error) {
          if (!(error instanceof StalePositionError)) throw error;
          return error.code;
        }
      };
      expect([await settle(store, 1), await settle(other, 2), await settle(store, 3)]).toEqual([
        "settled",
        "stale_position",
        "stale_position",
      ]);
      expect(await rows()).toEqual([[1, 1]]);
      expect(await other.progress()).toEqual({
        position: at(100),
        saved: 1,
        alreadyStored: 0,
        ended: 0,
        dead: 0,
      });
      await other.close();
    });

    test("adds up counts over batches and reopening", async () => {
      await store.begin();
      await store.commit(at(0), at(10), { saved: 1, alreadyStored: 0, ended: 10, dead: 100 });
      await store.close();
      store = await adapter.open(folder.path);
      await store.begin();
      await store.commit(at(10), at(20), { saved: 2, alreadyStored: 0, ended: 20, dead: 200 });
      expect(await store.progress()).toEqual({
        position: at(20),
        saved: 3,
        alreadyStored: 0,
        ended: 30,
        dead: 300,
      });
    });

    test("never claims more with sync than was committed, and all of it without a blocking reader", async () => {
      expect(await store.sync()).toEqual(at(0));
      await store.begin();
      save(1, 1);
      await store.commit(at(0), at(100), none);
      expect(await store.sync()).toEqual(at(100));
      await store.close();
      store = await adapter.open(folder.path);
      expect((await store.progress()).position).toEqual(at(100));
      expect(await store.sync()).toEqual(at(100));
    });
  });

  describe(`${name}: side records`, () => {
    test("keeps every battery level once, even two that arrived at the same moment", async () => {
      await store.begin();
      await store.battery(deviceId, 10, 3.7);
      await store.battery(deviceId, 10, 3.6);
      await store.battery(deviceId, 10, 3.6);
      await store.battery(deviceId, 20, 0);
      await store.battery(deviceId + 1, 10, 100);
      await store.commit(at(0), at(1), none);
      expect(await gatherPages(queries.batteryHistory({ deviceId, order: "desc", limit: 10 }))).toEqual([
        { receivedUs: 20, volts: 0 },
        { receivedUs: 10, volts: 3.7 },
        { receivedUs: 10, volts: 3.6 },
      ]);
    });

    test("keeps the latest time as last connected, in any order of arrival", async () => {
      await store.begin();
      await store.connected([[deviceId, 200]]);
      await store.connected([[deviceId, 100]]);
      await store.connected([[deviceId + 1, 50]]);
      await store.commit(at(0), at(0), none);
      await store.begin();
      await store.connected([[deviceId, 150]]);
      await store.connected([[deviceId + 1, 60]]);
      await store.commit(at(0), at(0), none);
      expect(await queries.connectionsOf([deviceId, deviceId + 1, deviceId + 2])).toEqual(
        new Map([
          [deviceId, { lastConnectedMs: 200, rhythm: null }],
          [deviceId + 1, { lastConnectedMs: 60, rhythm: null }],
        ]),
      );
    });

    test("keeps a rhythm until another one is set", async () => {
      const tell = async (lastConnectedMs: number, rhythm: string | null = null) => {
        await store.begin();
        await store.connected([[deviceId, lastConnectedMs, rhythm]]);
        await store.commit(at(0), at(0), none);
        return (await queries.connectionsOf([deviceId])).get(deviceId)!.rhythm;
      };
      const kept = [await tell(1), await tell(2, "60000"), await tell(3), await tell(4, "60000,61000")];
      expect(kept).toEqual([null, "60000", "60000", "60000,61000"]);
    });
  });
}
