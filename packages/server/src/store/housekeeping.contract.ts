import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { type Ownership, OwnershipLostError } from "../queue/ownership.ts";
import { onlyPartition } from "../queue/position.ts";
import type { Housekeeping } from "./housekeeping.ts";

export interface HousekeepingAdapter {
  /** Each call opens the store as a new process would. */
  open(dataDir: string): Promise<OpenedHousekeeping>;
  /** Whether rows of many sensors are staged first and filed later. */
  readonly stagesRows: boolean;
  /** Everything stored about readings, battery levels and statistics, including whether it is in rows or blocks. */
  contents(dataDir: string): Promise<unknown>;
}

export interface OpenedHousekeeping {
  readonly ownership: Ownership;
  readonly housekeeping: Housekeeping;
  /** Saves readings of a sensor one by one, at times from 0 on, so that they become rows. */
  saveRows(sensorId: number, readings: number): Promise<void>;
  /** Saves one reading of each of many sensors in one batch, so that they are staged. */
  stageRows(sensorIds: readonly number[]): Promise<void>;
  saveLevels(deviceId: number, levels: number): Promise<void>;
  countReading(nowMs: number): Promise<void>;
  times(sensorId: number): Promise<number[]>;
  close(): Promise<void>;
}

const sensorId = 3;
const deviceId = 2;
const stagedSensorIds = Array.from({ length: 2000 }, (_, nth) => nth + 100);
/** What `countReading` counts for. */
const countedDeviceId = 2;
const countedAccountId = 1;
const countedMs = 1_780_000_000_000;
const dayMs = 86_400_000;
const allRows = { sensorId, fromUs: Number.MIN_SAFE_INTEGER, quietSinceUs: Number.MAX_SAFE_INTEGER };
const allTimes = { sensorId, fromUs: Number.MIN_SAFE_INTEGER, toUs: Number.MAX_SAFE_INTEGER };
const allLevels = { deviceId, beforeUs: Number.MAX_SAFE_INTEGER };

/** Every method that writes, each with something to do. */
const writes: Record<string, (housekeeping: Housekeeping, epoch: number) => Promise<unknown>> = {
  "filing rows": (housekeeping, epoch) => housekeeping.fileRows(epoch),
  "merging rows": (housekeeping, epoch) => housekeeping.mergeRows(allRows, epoch),
  "packing blocks": (housekeeping, epoch) => housekeeping.packBlocks(sensorId, 0, epoch),
  "giving back space": (housekeeping, epoch) => housekeeping.releaseSpace(epoch),
  "deleting a sensor": (housekeeping, epoch) => housekeeping.removeSensor(sensorId, 10, epoch),
  "deleting a range": (housekeeping, epoch) => housekeeping.removeRange({ ...allTimes, max: 10 }, epoch),
  "deleting battery levels": (housekeeping, epoch) =>
    housekeeping.removeLevels({ ...allLevels, max: 10 }, epoch),
  "deleting statistics of devices": (housekeeping, epoch) =>
    housekeeping.removeStatistics([countedDeviceId], 10, epoch),
  "deleting records of devices": (housekeeping, epoch) =>
    housekeeping.removeRecords(
      { deviceIds: [countedDeviceId], sensorIds: [sensorId, sensorId + 1], max: 10 },
      epoch,
    ),
  "deleting an account": (housekeeping, epoch) => housekeeping.removeAccount(countedAccountId, 10, epoch),
  "making statistics smaller": (housekeeping, epoch) => housekeeping.tidyStatistics(countedMs + dayMs, epoch),
};

/** Checks what every housekeeping promises (see housekeeping.ts), on the real engine. */
export function housekeepingContract(name: string, adapter: HousekeepingAdapter): void {
  describe(`${name}: housekeeping`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let owner: OpenedHousekeeping;
    let epoch: number;
    const others: OpenedHousekeeping[] = [];

    beforeEach(async () => {
      folder = tempFolder();
      owner = await adapter.open(folder.path);
      ({ epoch } = await owner.ownership.take(onlyPartition));
      await owner.saveRows(sensorId, 30);
      await owner.saveRows(sensorId + 1, 1);
      await owner.stageRows(stagedSensorIds);
      await owner.saveLevels(deviceId, 25);
      await owner.countReading(countedMs);
    });

    afterEach(async () => {
      for (const one of [owner, ...others.splice(0)]) await one.close();
      folder[Symbol.dispose]();
    });

    const contents = (): Promise<unknown> => adapter.contents(folder.path);

    /** Makes another process the owner. */
    const takeAway = async (): Promise<{ housekeeping: Housekeeping; epoch: number }> => {
      const other = await adapter.open(folder.path);
      others.push(other);
      const taken = await other.ownership.take(onlyPartition);
      return { housekeeping: other.housekeeping, epoch: taken.epoch };
    };

    test("files rows that are staged, and keeps every reading", async () => {
      const { housekeeping } = owner;
      if (!adapter.stagesRows) {
        expect(await housekeeping.fileRows(epoch)).toBeFalse();
        expect(await housekeeping.isFilingDue()).toBeFalse();
        expect(await housekeeping.sensorWithRowsAfter(sensorId + 1)).toBe(stagedSensorIds[0]!);
        expect(await owner.times(stagedSensorIds[0]!)).toEqual([0]);
        return;
      }
      expect(await housekeeping.isFilingDue()).toBeFalse();
      expect(await housekeeping.sensorWithRowsAfter(sensorId + 1)).toBeNull();
      expect(await owner.times(stagedSensorIds[0]!)).toEqual([0]);
      expect(await housekeeping.fileRows(epoch)).toBeTrue();
      expect(await housekeeping.isFilingDue()).toBeTrue();
      while (await housekeeping.fileRows(epoch));
      expect(await housekeeping.isFilingDue()).toBeFalse();
      expect(await housekeeping.sensorWithRowsAfter(sensorId + 1)).toBe(stagedSensorIds[0]!);
      expect(await owner.times(stagedSensorIds[0]!)).toEqual([0]);
    });

    test("merges the rows of a sensor, and keeps every reading as before", async () => {
      const { housekeeping } = owner;
      expect(await housekeeping.sensorWithRowsAfter(0)).toBe(sensorId);
      expect(await housekeeping.mergeRows(allRows, epoch)).toMatchObject({ merged: 30 });
      expect(await housekeeping.mergeRows(allRows, epoch)).toBeNull();
      expect(await housekeeping.sensorWithRowsAfter(0)).toBe(sensorId + 1);
      expect(await owner.times(sensorId)).toEqual([...Array(30).keys()]);
      while (await housekeeping.releaseSpace(epoch));
    });

    test("deletes at most the requested number, of that sensor only, until nothing is left", async () => {
      const deleted: number[] = [];
      for (let step = 0; step < 4; step++) {
        deleted.push(await owner.housekeeping.removeSensor(sensorId, 12, epoch));
      }
      expect(deleted).toEqual([12, 12, 6, 0]);
      expect(await owner.times(sensorId)).toEqual([]);
      expect(await owner.times(sensorId + 1)).toEqual([0]);
    });

    test("deletes readings of a time range, rows and merged ones alike", async () => {
      const { housekeeping } = owner;
      const range = { sensorId, fromUs: 5, toUs: 15, max: 100 };
      expect(await housekeeping.removeRange({ ...range, toUs: 10 }, epoch)).toBe(5);
      await housekeeping.mergeRows(allRows, epoch);
      expect(await housekeeping.removeRange(range, epoch)).toBe(5);
      expect(await housekeeping.removeRange(range, epoch)).toBe(0);
      const left = [...Array(30).keys()].filter((atUs) => atUs < 5 || atUs >= 15);
      expect(await owner.times(sensorId)).toEqual(left);
    });

    test("deletes old battery levels a portion at a time", async () => {
      const { housekeeping } = owner;
      const levels = { ...allLevels, max: 20 };
      expect(await housekeeping.deviceWithLevelsAfter(0)).toBe(deviceId);
      expect(await housekeeping.removeLevels({ ...levels, beforeUs: 0 }, epoch)).toBe(0);
      expect(await housekeeping.removeLevels(levels, epoch)).toBe(20);
      expect(await housekeeping.removeLevels(levels, epoch)).toBe(5);
      expect(await housekeeping.deviceWithLevelsAfter(0)).toBeNull();
    });

    test("compacts old statistics, and then reports that nothing is left to do", async () => {
      const { housekeeping } = owner;
      const before = await contents();
      expect(await housekeeping.tidyStatistics(countedMs, epoch)).toBeFalse();
      expect(await contents()).toEqual(before);
      expect(await housekeeping.tidyStatistics(countedMs + dayMs, epoch)).toBeTrue();
      expect(await contents()).not.toEqual(before);
      while (await housekeeping.tidyStatistics(countedMs + dayMs, epoch));
    });

    test("deletes the statistics of devices and of accounts, and of no others", async () => {
      const { housekeeping } = owner;
      const before = await contents();
      expect(await housekeeping.removeStatistics([countedDeviceId + 1], 10, epoch)).toBe(0);
      expect(await housekeeping.removeAccount(countedAccountId + 1, 10, epoch)).toBe(0);
      expect(await contents()).toEqual(before);
      expect(await housekeeping.removeStatistics([countedDeviceId], 10, epoch)).toBe(1);
      expect(await housekeeping.removeStatistics([countedDeviceId], 10, epoch)).toBe(0);
      expect(await housekeeping.removeAccount(countedAccountId, 10, epoch)).toBe(1);
      expect(await housekeeping.removeAccount(countedAccountId, 10, epoch)).toBe(0);
      await owner.countReading(countedMs);
      expect(await contents()).toEqual(before);
    });

    for (const [work, write] of Object.entries(writes)) {
      test(`refuses ${work} under the epoch of an earlier owner, and changes nothing`, async () => {
        const later = await takeAway();
        const before = await contents();
        const refused = await write(owner.housekeeping, epoch).catch((error) => error);
        expect(refused).toBeInstanceOf(OwnershipLostError);
        expect(await contents()).toEqual(before);
        await write(later.housekeeping, later.epoch);
      });
    }
  });
}
