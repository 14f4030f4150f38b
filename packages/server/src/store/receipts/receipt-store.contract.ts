import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { onlyPartition } from "../../queue/position.ts";
import { at, next } from "../../queue/test-positions.ts";
import { type BatchContents, type OwnedStore, TestOwner } from "../test-owner.ts";
import type { ReceiptQueries } from "./queries.ts";
import type { BatchFates, FateEnd, FateRun, UnsavedEnd } from "./reading-fates.ts";

export interface ReceiptStoreAdapter {
  /** Keeps about this many bytes of fates. */
  open(dataDir: string, bytesMax?: number): Promise<OwnedStore>;
  openQueries(dataDir: string): Promise<ReceiptQueries>;
}

const boot = 0xabcdef012345;
const filtered: FateEnd = {
  fate: "ended",
  chainId: 7,
  chainVersion: 3,
  nodeId: "filter",
  output: "false",
  onPurpose: false,
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
  fate: "ended",
  chainId: null,
  chainVersion: null,
  nodeId: null,
  output: null,
  onPurpose: null,
};
const ends = [filtered, dead, broken, removed];

function run(requestNumber: number, first: number, readings: number, end: number): FateRun {
  return { requestBoot: boot, requestNumber, first, readings, end, letterId: null };
}

function batchOf(runs: readonly FateRun[], arrivalMs = 1000): BatchFates {
  return { lastArrivalMs: arrivalMs, ends, runs };
}

/**
 * Checks what every settlement promises about receipts (see reading-fates.ts) and what ReceiptQueries find, on the real
 * engine.
 */
export function receiptStoreContract(name: string, adapter: ReceiptStoreAdapter): void {
  describe(`${name}: what became of readings`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let store: OwnedStore;
    let owner: TestOwner;
    let queries: ReceiptQueries;

    const open = async (bytesMax?: number): Promise<void> => {
      store = await adapter.open(folder.path, bytesMax);
      owner = await TestOwner.of(store);
      queries = await adapter.openQueries(folder.path);
    };
    const close = async (): Promise<void> => {
      await queries.close();
      await store.close();
    };
    const reopen = async (bytesMax?: number): Promise<void> => {
      await close();
      await open(bytesMax);
    };
    const settling = (fates: BatchFates): BatchContents => {
      return { complete: () => ({ fates, counts: { saved: 0, alreadyStored: 0, ended: 1, dead: 0 } }) };
    };
    const write = async (fates: BatchFates): Promise<void> => {
      const { position } = await store.queries.progress(onlyPartition);
      await owner.commit({ ...settling(fates), to: next(position) });
    };

    beforeEach(async () => {
      folder = tempFolder();
      await open();
    });
    afterEach(async () => {
      await close();
      folder[Symbol.dispose]();
    });

    test("has no fates for a request without written ones", async () => {
      await write(batchOf([run(5, 0, 1, 0), run(7, 0, 1, 0)]));
      expect(await queries.fates(boot, 6)).toEqual([]);
      expect(await queries.fates(boot + 1, 5)).toEqual([]);
      expect(await queries.fates(boot, 5 + 2 ** 40)).toEqual([]);
      expect(await queries.forgottenBeforeMs()).toBe(0);
    });

    test("returns the fates of a request in order, each with its end", async () => {
      await write(
        batchOf([run(2, 9, 3, 3), run(1, 0, 1, 1), run(2, 0, 4, 0), run(3, 0, 1, 2), run(2, 5, 1, 1)]),
      );
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
      await write(
        batchOf([...others, ...Array.from({ length: 5000 }, (_, index) => run(3 * index + 2, 0, 1, 3))]),
      );
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

    test("finds a late request after those with higher numbers", async () => {
      await write(batchOf([run(100, 0, 1, 0), run(300, 0, 1, 0)]));
      await write(batchOf([run(200, 0, 2, 1), run(301, 0, 1, 0)]));
      expect(await queries.fates(boot, 200)).toEqual([{ ...dead, first: 0, readings: 2, letterId: null }]);
      expect(await queries.fates(boot, 300)).toEqual([
        { ...filtered, first: 0, readings: 1, letterId: null },
      ]);
    });

    test("writes position and fates together, and none of an undone batch", async () => {
      await owner.commitInVain({ ...settling(batchOf([run(1, 0, 1, 0)])), to: at(1) });
      expect([await queries.settledPosition(1, onlyPartition), await queries.fates(boot, 1)]).toEqual([
        at(0),
        [],
      ]);
      await write(batchOf([run(1, 0, 1, 0)]));
      expect([
        await queries.settledPosition(1, onlyPartition),
        (await queries.fates(boot, 1)).length,
      ]).toEqual([at(1), 1]);
    });

    test("keeps written rows after reopening the store", async () => {
      await write(batchOf([run(1, 0, 1, 0)]));
      await reopen();
      await write(batchOf([run(2, 0, 1, 1)]));
      expect(await queries.fates(boot, 1)).toEqual([{ ...filtered, first: 0, readings: 1, letterId: null }]);
      expect(await queries.fates(boot, 2)).toEqual([{ ...dead, first: 0, readings: 1, letterId: null }]);
    });

    test("keeps the first and the last loss per device and end, for its account", async () => {
      const end: UnsavedEnd = {
        accountId: 1,
        deviceId: 4,
        fate: "ended",
        chainId: 7,
        chainVersion: 1,
        nodeId: "filter",
        output: "false",
        sensorId: 40,
        value: 1,
        firstMs: 500,
        lastMs: 600,
      };
      const failed = { ...end, fate: "dead", nodeId: null, output: null, lastMs: 550 } as const;
      const noted: UnsavedEnd[][] = [
        [end, failed, { ...end, accountId: 2, deviceId: 5 }],
        [{ ...end, chainVersion: 2, sensorId: 41, value: 2, firstMs: 700, lastMs: 800 }],
      ];
      for (const unsavedEnds of noted) await owner.commit({ unsavedEnds });
      const last = { ...end, chainVersion: 2, sensorId: 41, value: 2, lastMs: 800 };
      expect(await queries.unsavedEnds(1, 0, 9)).toEqual([last, failed]);
      expect(await queries.unsavedEnds(1, 551, 9)).toEqual([last]);
      expect(await queries.unsavedEnds(1, 0, 1)).toEqual([last]);
      expect(await queries.unsavedEnds(3, 0, 9)).toEqual([]);
    });

    test("returns the chain of a sensor that was in use at a position", async () => {
      const use = { deviceId: 4, sensorId: 40, chainId: 7, chainVersion: 1, fromPosition: at(10) };
      const told = [
        use,
        { ...use, fromPosition: at(20) },
        { ...use, chainVersion: 2, fromPosition: at(30) },
        { ...use, sensorId: 41, chainId: 8, fromPosition: at(25) },
        { ...use, deviceId: 5, sensorId: 50 },
      ];
      await owner.commit({ chainUses: told });
      expect(await queries.chainsInUse(4, at(9))).toEqual([]);
      expect(await queries.chainsInUse(4, at(24))).toEqual([use]);
      expect(await queries.chainsInUse(4, at(25))).toEqual([use, told[3]!]);
      expect(await queries.chainsInUse(4, at(99))).toEqual([told[2]!, told[3]!]);
    });

    test("reports a device as settled up to its first parked reading", async () => {
      const frame = { accountId: 1, deviceId: 4, firstOrdinal: 1, readings: 1, due: null };
      const data = new Uint8Array([1]);
      const parked = [30, 20].map((sequence) => ({ ...frame, position: at(sequence), data }));
      await owner.commit({ parked, to: at(40) });
      const settled = (deviceId: number) => queries.settledPosition(deviceId, onlyPartition);
      expect([await settled(4), await settled(5)]).toEqual([at(19), at(40)]);
      const ids = (await store.queries.parked(1, 1000)).map(({ id }) => id);
      await owner.commit({ settledFrameIds: ids });
      expect(await settled(4)).toEqual(at(40));
    });

    test("keeps the last chains of a sensor", async () => {
      const use = { deviceId: 4, sensorId: 40, chainId: 7 };
      const versions = Array.from({ length: 100 }, (_, nth) => nth + 1);
      await owner.commit({
        chainUses: versions.map((nth) => ({ ...use, chainVersion: nth, fromPosition: at(nth) })),
      });
      expect(await queries.chainsInUse(4, at(100))).toMatchObject([{ chainVersion: 100 }]);
      expect(await queries.chainsInUse(4, at(90))).toMatchObject([{ chainVersion: 90 }]);
      expect(await queries.chainsInUse(4, at(50))).toEqual([]);
    });

    test("forgets the oldest fates past the limit, and reports the horizon, also after a restart", async () => {
      await reopen(10_000);
      const batches = 200;
      for (let nth = 0; nth < batches; nth++) {
        if (nth === batches / 2) await reopen(10_000);
        await write(batchOf([run(nth, 0, 1, 0)], 1000 + nth));
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

    test("keeps everything although batches fail again and again", async () => {
      await reopen(10_000);
      await write(batchOf([run(1, 0, 1, 0)]));
      for (let time = 0; time < 200; time++) {
        await owner.commitInVain(settling(batchOf([run(2, 0, 1, 0)])));
      }
      await write(batchOf([run(2, 0, 1, 0)]));
      expect([(await queries.fates(boot, 1)).length, (await queries.fates(boot, 2)).length]).toEqual([1, 1]);
      expect(await queries.forgottenBeforeMs()).toBe(0);
    });

    test("keeps only the horizon after a batch larger than everything that may be kept", async () => {
      await reopen(1000);
      await write(batchOf([run(1, 0, 1, 0)], 500));
      const runs = Array.from({ length: 2000 }, (_, index) => run(2, 2 * index, 1, 0));
      await write(batchOf(runs, 2000));
      expect([await queries.fates(boot, 1), await queries.fates(boot, 2)]).toEqual([[], []]);
      expect(await queries.forgottenBeforeMs()).toBe(2001);
    });
  });
}
