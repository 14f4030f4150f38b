import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { dropReasons } from "@weir/protocol/drop-reasons";
import type { RefusedCounts } from "@weir/protocol/request-reasons";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { ActivityKeeper } from "../activity/activity-keeper.ts";
import type { Housekeeping } from "../housekeeping.ts";
import { activityPart, type OwnedStore, TestOwner } from "../test-owner.ts";
import type { CountedReadings, Tally } from "./counted-readings.ts";
import { fineForMs, type StatisticsQueries, type StatisticsScope, slotMs } from "./statistics-queries.ts";

export interface StatisticsAdapter {
  /** Opens what the processor writes with. `limits` is the maximum number of rows per kind of slot. */
  openStore(dataDir: string, limits?: StatisticsLimits): Promise<OpenStatistics>;
  open(dataDir: string): Promise<StatisticsQueries>;
}

export interface OpenStatistics extends OwnedStore {
  readonly activityKeeper: ActivityKeeper;
  readonly housekeeping: Pick<Housekeeping, "tidyStatistics">;
}

export interface StatisticsLimits {
  readonly fineRowsMax: number;
  readonly hourRowsMax: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The start of an hour. */
const startMs = 1_779_998_400_000;

const nothing: Tally = {
  accepted: 0,
  saved: 0,
  alreadyStored: 0,
  ended: 0,
  dead: 0,
  duplicates: 0,
  rejected: {},
};
const account = { accountId: 1 };
const device = { deviceId: 2 };
const sensor = { deviceId: 2, sensorId: 3 };

function counted(tally: Partial<CountedReadings>): CountedReadings {
  return { ...nothing, ...account, ...sensor, ...tally };
}

function accepted(readings: number, of: Partial<CountedReadings> = {}): CountedReadings {
  return counted({ accepted: readings, saved: readings, ...of });
}

/** The edges of buckets of one length, from `startMs` on. */
function edges(lengthMs: number, buckets: number): number[] {
  return Array.from({ length: buckets + 1 }, (_, index) => startMs + index * lengthMs);
}

/** Checks what every adapter of the statistics promises, on the real engine beside the writer. */
export function statisticsContract(name: string, adapter: StatisticsAdapter): void {
  describe(`${name}: counts in slots of time`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let written: OpenStatistics;
    let owner: TestOwner;
    let queries: StatisticsQueries;

    const open = async (limits?: StatisticsLimits): Promise<void> => {
      written = await adapter.openStore(folder.path, limits);
      owner = await TestOwner.of(written);
      queries = await adapter.open(folder.path);
    };
    const close = async (): Promise<void> => {
      await queries.close();
      await written.close();
    };
    const reopen = async (limits: StatisticsLimits): Promise<void> => {
      await close();
      await open(limits);
    };
    const add = async (nowMs: number, ...counts: CountedReadings[]): Promise<void> => {
      await owner.commit({ statistics: { counts, nowMs } });
    };
    const tidySome = (nowMs: number): Promise<boolean> =>
      written.housekeeping.tidyStatistics(nowMs, owner.epoch);
    const tidy = async (nowMs: number): Promise<void> => {
      while (await tidySome(nowMs));
    };
    const acceptedIn = async (scope: StatisticsScope, edgesMs: readonly number[]): Promise<number[]> =>
      (await queries.series(scope, edgesMs)).map((tally) => tally.accepted);
    const total = (scope: StatisticsScope): Promise<Tally> => queries.total(scope, 0, startMs + 1000 * dayMs);

    beforeEach(async () => {
      folder = tempFolder();
      await open();
    });
    afterEach(async () => {
      await close();
      folder[Symbol.dispose]();
    });

    test("sums every figure for the sensor, its device and its account", async () => {
      const rejected = Object.fromEntries(dropReasons.map(({ key }, index) => [key, index + 1]));
      const tally = { accepted: 10, saved: 5, alreadyStored: 0, ended: 3, dead: 2, duplicates: 7, rejected };
      await add(startMs, counted(tally));
      await add(startMs + minuteMs, counted({ ...tally, rejected: { dropped_future_timestamp: 100 } }));
      const twice = { accepted: 20, saved: 10, alreadyStored: 0, ended: 6, dead: 4, duplicates: 14 };
      const sum = { ...twice, rejected: { ...rejected, dropped_future_timestamp: 105 } };
      for (const scope of [sensor, device, account]) expect(await total(scope)).toEqual(sum);
    });

    test("returns zeros and no reasons if nothing was counted", async () => {
      await add(startMs, accepted(1));
      expect(await total({ deviceId: 99 })).toEqual(nothing);
      expect(await queries.total(device, startMs - dayMs, startMs)).toEqual(nothing);
      expect(await queries.series(device, [startMs - dayMs, startMs - hourMs, startMs])).toEqual([
        nothing,
        nothing,
      ]);
      expect(await queries.series(device, [])).toEqual([]);
    });

    test("sums a device over its sensors and readings meant for none of them", async () => {
      await add(
        startMs,
        accepted(1),
        accepted(10, { sensorId: 4 }),
        counted({ sensorId: 0, duplicates: 100 }),
      );
      expect(await total(sensor)).toMatchObject({ accepted: 1, duplicates: 0 });
      expect(await total({ deviceId: 2, sensorId: 4 })).toMatchObject({ accepted: 10 });
      expect(await total(device)).toMatchObject({ accepted: 11, duplicates: 100 });
    });

    test("never counts other accounts, devices or sensors, also when slots become hours", async () => {
      const others = [{ accountId: 9, deviceId: 8 }, { deviceId: 7 }, { deviceId: 3, sensorId: 2 }];
      await add(startMs, accepted(1), ...others.map((other) => accepted(1000, other)));
      for (const nowMs of [startMs, startMs + 2 * dayMs]) {
        await tidy(nowMs);
        expect((await total(device)).accepted).toBe(1);
        expect((await total(sensor)).accepted).toBe(1);
        expect((await total(account)).accepted).toBe(2001);
        expect((await total({ accountId: 9 })).accepted).toBe(1000);
        expect((await total({ accountId: 2 })).accepted).toBe(0);
      }
    });

    test("counts a fine slot where it begins: minutes for accounts, five minutes for sensors", async () => {
      for (const minute of [0, 4, 5, 11]) await add(startMs + minute * minuteMs, accepted(1 + minute));
      expect(await acceptedIn(account, edges(minuteMs, 12))).toEqual([1, 0, 0, 0, 5, 6, 0, 0, 0, 0, 0, 12]);
      expect(await acceptedIn(device, edges(slotMs.sensor, 3))).toEqual([6, 6, 12]);
      expect(await acceptedIn(device, edges(7 * minuteMs, 2))).toEqual([12, 12]);
    });

    test("counts readings that ingest refused beside those of batches", async () => {
      await add(startMs, accepted(3));
      const parts = [
        activityPart({ counts: [counted({ duplicates: 2 }), counted({ sensorId: 0, duplicates: 5 })] }),
      ];
      const batch = { parts, forgottenDeviceIds: [], nowMs: startMs };
      await written.activityKeeper.keep(batch, owner.epoch);
      expect(await total(sensor)).toMatchObject({ accepted: 3, duplicates: 2 });
      expect(await total(device)).toMatchObject({ accepted: 3, duplicates: 7 });
      expect(await total(account)).toMatchObject({ accepted: 3, duplicates: 7 });
    });

    test("includes from and excludes to", async () => {
      await add(startMs + 5 * minuteMs, accepted(1));
      const of = async (fromMs: number, toMs: number) =>
        (await queries.total(account, startMs + fromMs, startMs + toMs)).accepted;
      expect(await of(5 * minuteMs, 6 * minuteMs)).toBe(1);
      expect(await of(0, 5 * minuteMs)).toBe(0);
      expect(await of(5 * minuteMs + 1, 6 * minuteMs)).toBe(0);
    });

    test("spreads slots that become hours over them, and keeps their sums", async () => {
      for (let slot = 0; slot < 24; slot++)
        await add(startMs + slot * slotMs.sensor, accepted(slot < 12 ? 1 : 2));
      const hourly = [12, 24, 0];
      expect(await acceptedIn(device, edges(hourMs, 3))).toEqual(hourly);
      await tidy(startMs + 2 * dayMs);
      for (const scope of [sensor, device, account]) {
        expect(await acceptedIn(scope, edges(hourMs, 3))).toEqual(hourly);
        expect(await acceptedIn(scope, edges(slotMs.sensor, 24))).toEqual([
          ...Array(12).fill(1),
          ...Array(12).fill(2),
        ]);
      }
    });

    test("counts each slot once while only the older ones are hours", async () => {
      for (let slot = 0; slot < 24; slot++) await add(startMs + slot * slotMs.sensor, accepted(1));
      // The slots of the first half hour are too old to be kept as fine slots.
      const nowMs = startMs + fineForMs.sensor + 30 * minuteMs;
      await tidy(nowMs);
      expect(await acceptedIn(device, edges(hourMs, 2))).toEqual([12, 12]);
      // The half-finished hour does not reach into the half that is still fine.
      expect(await acceptedIn(device, edges(slotMs.sensor, 24))).toEqual(Array(24).fill(1));
      expect((await total(device)).accepted).toBe(24);
    });

    test("sums adjacent ranges to the same as the whole, whatever has become an hour", async () => {
      const slots = fc.array(fc.record({ slot: fc.nat(200), readings: fc.nat(50) }), { maxLength: 30 });
      let deviceId = 10;
      const cuts = fc.array(fc.nat(200 * slotMs.sensor), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(slots, cuts, fc.nat(24), async (given, inner, laterHours) => {
          const of = { deviceId: deviceId++ };
          for (const { slot, readings } of given)
            await add(startMs + slot * slotMs.sensor, accepted(readings, of));
          await tidy(startMs + laterHours * hourMs);
          const all = [0, ...inner.sort((a, b) => a - b), 201 * slotMs.sensor].map((cut) => startMs + cut);
          const parts = await acceptedIn(of, all);
          expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBeTrue();
          const whole = (await acceptedIn(of, [all[0]!, all.at(-1)!]))[0];
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole!);
        }),
        { numRuns: propertyRuns(40) },
      );
    });

    test("sums accepted readings by their fates, and the same in lists, wherever an hour is cut", async () => {
      const few = fc.nat(9);
      let deviceId = 1000;
      await fc.assert(
        fc.asyncProperty(few, few, few, fc.nat(hourMs - 1), async (saved, ended, dead, cut) => {
          const of = { deviceId: deviceId++ };
          await add(
            startMs,
            counted({ ...of, accepted: saved + ended + dead, saved, alreadyStored: 0, ended, dead }),
          );
          await tidy(startMs + dayMs);
          const cutMs = startMs + cut;
          const tally = await queries.total(of, cutMs, startMs + hourMs);
          expect(tally.saved + tally.ended + tally.dead).toBe(tally.accepted);
          const listed = await queries.acceptedOf([of.deviceId], [cutMs, startMs + hourMs]);
          expect(listed.get(of.deviceId)).toEqual([tally.accepted]);
        }),
        { numRuns: propertyRuns(40) },
      );
    });

    test("keeps sensors for thirty days, accounts for four hundred", async () => {
      await add(startMs, accepted(5));
      await tidy(startMs + 30 * dayMs);
      expect((await total(device)).accepted).toBe(5);
      await tidy(startMs + 30 * dayMs + hourMs);
      expect((await total(device)).accepted).toBe(0);
      expect((await total(account)).accepted).toBe(5);
      await tidy(startMs + 400 * dayMs + hourMs);
      expect((await total(account)).accepted).toBe(0);
    });

    test("merges the oldest fine slots into hours past their limit, but keeps the last two for the rate", async () => {
      await reopen({ fineRowsMax: 10, hourRowsMax: 1000 });
      const fleet = Array.from({ length: 10 }, (_, index) => accepted(6, { sensorId: 10 + index }));
      for (let slot = 0; slot < 4; slot++) {
        await add(startMs + slot * slotMs.sensor, ...fleet);
        await tidy(startMs + slot * slotMs.sensor);
      }
      const nowMs = startMs + 3 * slotMs.sensor;
      expect(await queries.perMinute(device, nowMs)).toBe(60 / 5 + 60 / 5);
      expect((await total(device)).accepted).toBe(240);
      // Everything counted so far is before now, even where its hour is not over.
      expect((await queries.total(device, startMs, nowMs + 1)).accepted).toBe(240);
      expect(await acceptedIn(device, edges(slotMs.sensor, 4))).toEqual([60, 60, 60, 60]);
    });

    test("deletes the oldest hours past their limit", async () => {
      await reopen({ fineRowsMax: 1000, hourRowsMax: 3 });
      for (let hour = 0; hour < 6; hour++) await add(startMs + hour * hourMs, accepted(1));
      await tidy(startMs + 2 * dayMs);
      expect(await acceptedIn(device, edges(hourMs, 6))).toEqual([0, 0, 0, 1, 1, 1]);
      expect(await acceptedIn(account, edges(hourMs, 6))).toEqual([0, 0, 0, 1, 1, 1]);
    });

    test("keeps limits over a restart", async () => {
      for (let hour = 0; hour < 6; hour++) await add(startMs + hour * hourMs, accepted(1));
      await tidy(startMs + 2 * dayMs);
      await reopen({ fineRowsMax: 1000, hourRowsMax: 2 });
      await tidy(startMs + 2 * dayMs);
      expect((await total(device)).accepted).toBe(2);
    });

    test("counts nothing of a rolled-back batch, nor towards the limits", async () => {
      await reopen({ fineRowsMax: 1, hourRowsMax: 1000 });
      const counts = [accepted(1), accepted(1, { sensorId: 4 })];
      await owner.commitInVain({ statistics: { counts, nowMs: startMs } });
      expect(await total(account)).toEqual(nothing);
      await add(startMs, accepted(60));
      await tidy(startMs + hourMs);
      // An hour would be spread evenly.
      for (const scope of [sensor, account])
        expect((await queries.total(scope, startMs, startMs + minuteMs)).accepted).toBe(60);
    });

    test("averages the rate over five minutes, sliding from the last slot into the current one", async () => {
      await add(startMs, accepted(100));
      await add(startMs + 5 * minuteMs, accepted(20));
      expect(await queries.perMinute(device, startMs + 4 * minuteMs)).toBe(20);
      expect(await queries.perMinute(device, startMs + 6 * minuteMs)).toBeCloseTo((20 + 100 * 0.8) / 5);
      expect(await queries.perMinute(sensor, startMs + 6 * minuteMs)).toBeCloseTo((20 + 100 * 0.8) / 5);
      expect(await queries.perMinute(device, startMs + hourMs)).toBe(0);
    });

    test("sums the rates of devices to that of their account at every moment", async () => {
      await reopen({ fineRowsMax: 1, hourRowsMax: 1000 });
      for (let minute = 0; minute < 25; minute++) {
        const nowMs = startMs + minute * minuteMs;
        await add(nowMs, accepted(minute % 7), accepted(300 * (minute % 2), { deviceId: 5, sensorId: 6 }));
        await tidy(nowMs);
        const devices = [...(await queries.perMinuteOf([2, 5], nowMs)).values()];
        const sum = devices.reduce((rates, rate) => rates + rate, 0);
        expect(await queries.perMinute(account, nowMs)).toBeCloseTo(sum);
      }
    });

    test("counts refused requests for their account by reason, and merges them into hours", async () => {
      const refuse = (nowMs: number, accountId: number, refused: RefusedCounts) => {
        const parts = [activityPart({ refusedRequests: [{ accountId, refused }] })];
        return written.activityKeeper.keep({ parts, forgottenDeviceIds: [], nowMs }, owner.epoch);
      };
      await refuse(startMs, 1, { validation_failed: 20, invalid_token: 1 });
      await refuse(startMs + 1, 1, { validation_failed: 2 });
      await refuse(startMs + minuteMs, 1, { server_error: 4 });
      await refuse(startMs, 9, { too_many_requests: 1000 });
      const of = (accountId: number, toMs: number) => queries.refused(accountId, startMs, startMs + toMs);
      expect(await of(1, minuteMs)).toEqual({ validation_failed: 22, invalid_token: 1 });
      for (const nowMs of [startMs, startMs + 2 * dayMs]) {
        await tidy(nowMs);
        expect(await of(1, hourMs)).toEqual({ validation_failed: 22, invalid_token: 1, server_error: 4 });
        expect(await of(9, hourMs)).toEqual({ too_many_requests: 1000 });
      }
      await tidy(startMs + 400 * dayMs + hourMs);
      expect(await of(1, hourMs)).toEqual({});
      expect(await total(account)).toEqual(nothing);
    });

    test("returns the same rates and curves for many devices at once as for each", async () => {
      await add(
        startMs,
        accepted(5),
        accepted(5, { sensorId: 4 }),
        accepted(20, { deviceId: 5, sensorId: 6 }),
      );
      await add(
        startMs + 5 * minuteMs,
        accepted(10, { deviceId: 5, sensorId: 7 }),
        accepted(1, { deviceId: 8 }),
      );
      const nowMs = startMs + 5 * minuteMs;
      expect(await queries.perMinuteOf([2, 5, 99], nowMs)).toEqual(
        new Map([
          [2, 2],
          [5, 6],
        ]),
      );
      expect(await queries.acceptedOf([2, 5, 99], edges(slotMs.sensor, 3))).toEqual(
        new Map([
          [2, [10, 0, 0]],
          [5, [20, 10, 0]],
        ]),
      );
      expect(await queries.acceptedOf([], edges(slotMs.sensor, 3))).toEqual(new Map());
    });

    test("merges many sensors into hours a portion at a time, without losing or repeating any", async () => {
      const fleet = Array.from({ length: 10_000 }, (_, index) =>
        accepted(1, { deviceId: 100 + (index >> 3), sensorId: index + 1 }),
      );
      await add(startMs, ...fleet);
      await add(startMs + slotMs.sensor, ...fleet);
      let portions = 0;
      while (await tidySome(startMs + dayMs - hourMs)) {
        portions++;
        expect((await total({ deviceId: 100 })).accepted).toBe(16);
      }
      expect(portions).toBeGreaterThan(2);
      expect((await total({ deviceId: 1349 })).accepted).toBe(16);
      expect((await total(account)).accepted).toBe(20_000);
    });

    test("leaves counts of a wrong clock at its times, and deletes them in due time", async () => {
      await add(startMs + 2 * dayMs, accepted(7));
      await add(startMs, accepted(1));
      await tidy(startMs + 7 * hourMs);
      expect(await acceptedIn(device, edges(dayMs, 3))).toEqual([1, 0, 7]);
      await tidy(startMs + 33 * dayMs);
      expect((await total(device)).accepted).toBe(0);
    });
  });
}
