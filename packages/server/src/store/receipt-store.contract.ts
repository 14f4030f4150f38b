import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { onlyPartition } from "../queue/position.ts";
import { at, next } from "../queue/test-positions.ts";
import type { ReadingStore } from "./reading-store.ts";
import type { ReceiptQueries } from "./receipt-queries.ts";
import type { BatchFates, FateEnd, FateRun, ReceiptStore, UnsavedEnd } from "./receipt-store.ts";

export interface ReceiptStoreAdapter {
  open(dataDir: string, bytesMax?: number): { store: ReadingStore; receipts: ReceiptStore };
  openQueries(dataDir: string): Promise<ReceiptQueries>;
}

const boot = 0xabcdef012345;
const filtered: FateEnd = {
  ...{ fate: "ended", chainId: 7, chainVersion: 3, nodeId: "filter", output: "false", onPurpose: false },
};
const dead: FateEnd = {
  fate: "dead",
  chainId: 8,
  chainVersion: 1,
  nodeId: "scale",
  output: null,
  onPurpose: null,
};
const broken: FateEnd = {
  fate: "dead",
  chainId: 9,
  chainVersion: 1,
  nodeId: null,
  output: null,
  onPurpose: null,
};
const removed: FateEnd = {
  ...{ fate: "ended", chainId: null, chainVersion: null, nodeId: null, output: null, onPurpose: null },
};
const ends = [filtered, dead, broken, removed];

function run(requestNumber: number, first: number, readings: number, end: number): FateRun {
  return { requestBoot: boot, requestNumber, first, readings, end, letterId: null };
}

function batchOf(runs: readonly FateRun[], arrivalMs = 1000): BatchFates {
  return { lastArrivalMs: arrivalMs, ends, runs };
}

/** What every adapter of ReceiptStore and ReceiptQueries keeps, run on the real engine. */
export function receiptStoreContract(name: string, adapter: ReceiptStoreAdapter): void {
  describe(`${name}: what became of readings`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: ReadingStore;
    let receipts: ReceiptStore;
    let queries: ReceiptQueries;

    const open = async (bytesMax?: number): Promise<void> => {
      ({ store, receipts } = adapter.open(folder.path, bytesMax));
      queries = await adapter.openQueries(folder.path);
    };
    const close = async (): Promise<void> => {
      await queries.close();
      store.close();
    };
    const reopen = async (bytesMax?: number): Promise<void> => {
      await close();
      await open(bytesMax);
    };
    const write = (fates: BatchFates, readings = 1): void => {
      const { position } = store.progress();
      store.begin();
      receipts.write(fates);
      store.commit(position, next(position), { saved: 0, alreadyStored: 0, ended: readings, dead: 0 });
    };

    beforeEach(async () => {
      folder = tempFolder();
      await open();
    });
    afterEach(async () => {
      await close();
      folder[Symbol.dispose]();
    });

    test("a request without written fates has none", async () => {
      write(batchOf([run(5, 0, 1, 0), run(7, 0, 1, 0)]));
      expect(await queries.fates(boot, 6)).toEqual([]);
      expect(await queries.fates(boot + 1, 5)).toEqual([]);
      expect(await queries.fates(boot, 5 + 2 ** 40)).toEqual([]);
      expect(await queries.forgottenBeforeMs()).toBe(0);
    });

    test("the fates of a request come back in order, each with its end", async () => {
      write(batchOf([run(2, 9, 3, 3), run(1, 0, 1, 1), run(2, 0, 4, 0), run(3, 0, 1, 2), run(2, 5, 1, 1)]));
      expect(await queries.fates(boot, 1)).toEqual([{ ...dead, first: 0, readings: 1, letterId: null }]);
      expect(await queries.fates(boot, 2)).toEqual([
        { ...filtered, first: 0, readings: 4, letterId: null },
        { ...dead, first: 5, readings: 1, letterId: null },
        { ...removed, first: 9, readings: 3, letterId: null },
      ]);
      expect(await queries.fates(boot, 3)).toEqual([{ ...broken, first: 0, readings: 1, letterId: null }]);
    });

    test("distinguishes requests of several boots in one batch", async () => {
      const others = [run(1, 0, 1, 1), { ...run(1, 3, 1, 0), requestBoot: 4 }, run(2 ** 50, 2, 1, 2)];
      write(batchOf([...others, ...Array.from({ length: 5000 }, (_, index) => run(3 * index + 2, 0, 1, 3))]));
      expect(await queries.fates(boot, 1)).toEqual([{ ...dead, first: 0, readings: 1, letterId: null }]);
      expect(await queries.fates(4, 1)).toEqual([{ ...filtered, first: 3, readings: 1, letterId: null }]);
      expect(await queries.fates(boot, 2 ** 50)).toEqual([
        { ...broken, first: 2, readings: 1, letterId: null },
      ]);
      for (const number of [2, 1022, 1025, 2048, 7001, 3 * 4999 + 2]) {
        const isThere = number % 3 === 2;
        expect(await queries.fates(boot, number)).toEqual(
          isThere ? [{ ...removed, first: 0, readings: 1, letterId: null }] : [],
        );
      }
    });

    test("a request that comes late, after those with higher numbers, is found", async () => {
      write(batchOf([run(100, 0, 1, 0), run(300, 0, 1, 0)]));
      write(batchOf([run(200, 0, 2, 1), run(301, 0, 1, 0)]));
      expect(await queries.fates(boot, 200)).toEqual([{ ...dead, first: 0, readings: 2, letterId: null }]);
      expect(await queries.fates(boot, 300)).toEqual([
        { ...filtered, first: 0, readings: 1, letterId: null },
      ]);
    });

    test("writes position and fates together, and none of an undone batch", async () => {
      store.begin();
      receipts.write(batchOf([run(1, 0, 1, 0)]));
      expect([await queries.settledPosition(1, onlyPartition), await queries.fates(boot, 1)]).toEqual([
        at(0),
        [],
      ]);
      store.rollback();
      expect(await queries.fates(boot, 1)).toEqual([]);
      write(batchOf([run(1, 0, 1, 0)]));
      expect([
        await queries.settledPosition(1, onlyPartition),
        (await queries.fates(boot, 1)).length,
      ]).toEqual([at(1), 1]);
    });

    test("keeps written rows after reopening the store", async () => {
      write(batchOf([run(1, 0, 1, 0)]));
      await reopen();
      write(batchOf([run(2, 0, 1, 1)]));
      expect(await queries.fates(boot, 1)).toEqual([{ ...filtered, first: 0, readings: 1, letterId: null }]);
      expect(await queries.fates(boot, 2)).toEqual([{ ...dead, first: 0, readings: 1, letterId: null }]);
    });

    test("of each device and end, the first and the last loss are kept, for its account", async () => {
      const end: UnsavedEnd = {
        ...{ accountId: 1, deviceId: 4, fate: "ended", chainId: 7, chainVersion: 1, nodeId: "filter" },
        ...{ output: "false", sensorId: 40, value: 1, firstMs: 500, lastMs: 600 },
      };
      const failed = { ...end, fate: "dead", nodeId: null, output: null, lastMs: 550 } as const;
      const noted: UnsavedEnd[][] = [
        [end, failed, { ...end, accountId: 2, deviceId: 5 }],
        [{ ...end, chainVersion: 2, sensorId: 41, value: 2, firstMs: 700, lastMs: 800 }],
      ];
      for (const ends of noted) {
        store.begin();
        receipts.unsaved(ends);
        store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      }
      const last = { ...end, chainVersion: 2, sensorId: 41, value: 2, lastMs: 800 };
      expect(await queries.unsavedEnds(1, 0, 9)).toEqual([last, failed]);
      expect(await queries.unsavedEnds(1, 551, 9)).toEqual([last]);
      expect(await queries.unsavedEnds(1, 0, 1)).toEqual([last]);
      expect(await queries.unsavedEnds(3, 0, 9)).toEqual([]);
    });

    test("the chain of a sensor is the one that was in use at a position", async () => {
      const use = { deviceId: 4, sensorId: 40, chainId: 7, chainVersion: 1, fromPosition: at(10) };
      const told = [
        use,
        { ...use, fromPosition: at(20) },
        { ...use, chainVersion: 2, fromPosition: at(30) },
        { ...use, sensorId: 41, chainId: 8, fromPosition: at(25) },
        { ...use, deviceId: 5, sensorId: 50 },
      ];
      store.begin();
      for (const one of told) receipts.chainInUse(one);
      store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      expect(await queries.chainsInUse(4, at(9))).toEqual([]);
      expect(await queries.chainsInUse(4, at(24))).toEqual([use]);
      expect(await queries.chainsInUse(4, at(25))).toEqual([use, told[3]!]);
      expect(await queries.chainsInUse(4, at(99))).toEqual([told[2]!, told[3]!]);
    });

    test("of the chains that a sensor had, the last are kept", async () => {
      const use = { deviceId: 4, sensorId: 40, chainId: 7 };
      store.begin();
      for (let nth = 1; nth <= 100; nth++)
        receipts.chainInUse({ ...use, chainVersion: nth, fromPosition: at(nth) });
      store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
      expect(await queries.chainsInUse(4, at(100))).toMatchObject([{ chainVersion: 100 }]);
      expect(await queries.chainsInUse(4, at(90))).toMatchObject([{ chainVersion: 90 }]);
      expect(await queries.chainsInUse(4, at(50))).toEqual([]);
    });

    test("past the limit the oldest are forgotten, and the horizon says up to when, also after a restart", async () => {
      await reopen(10_000);
      const batches = 200;
      for (let nth = 0; nth < batches; nth++) {
        if (nth === batches / 2) await reopen(10_000);
        write(batchOf([run(nth, 0, 1, 0)], 1000 + nth));
      }
      const known: boolean[] = [];
      for (let nth = 0; nth < batches; nth++) known.push((await queries.fates(boot, nth)).length === 1);
      const oldest = known.indexOf(true);
      expect(oldest).toBeWithin(1, batches - 20);
      expect(known.lastIndexOf(false)).toBe(oldest - 1);
      expect(await queries.forgottenBeforeMs()).toBe(1000 + oldest);
      await reopen(10_000);
      expect(await queries.forgottenBeforeMs()).toBe(1000 + oldest);
    });

    test("batches that fail again and again take nothing from what is kept", async () => {
      await reopen(10_000);
      write(batchOf([run(1, 0, 1, 0)]));
      for (let time = 0; time < 200; time++) {
        store.begin();
        receipts.write(batchOf([run(2, 0, 1, 0)]));
        store.rollback();
      }
      write(batchOf([run(2, 0, 1, 0)]));
      expect([(await queries.fates(boot, 1)).length, (await queries.fates(boot, 2)).length]).toEqual([1, 1]);
      expect(await queries.forgottenBeforeMs()).toBe(0);
    });

    test("a batch larger than all that may be kept leaves no more than the horizon", async () => {
      await reopen(1000);
      write(batchOf([run(1, 0, 1, 0)], 500));
      const runs = Array.from({ length: 2000 }, (_, index) => run(2, 2 * index, 1, 0));
      write(batchOf(runs, 2000));
      expect([await queries.fates(boot, 1), await queries.fates(boot, 2)]).toEqual([[], []]);
      expect(await queries.forgottenBeforeMs()).toBe(2001);
    });
  });
}
