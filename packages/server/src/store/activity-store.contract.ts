import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { requestReasons } from "@weir/protocol/request-reasons";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { ActivityRecord, ReadingFinding, RejectedReading } from "../activity/activity-record.ts";
import { OwnershipLostError } from "../queue/ownership.ts";
import { positionFrom } from "../queue/position.ts";
import { parseRequestId } from "../queue/request-number.ts";
import { at } from "../queue/test-positions.ts";
import type { ActivityBatch, ActivityKeeper, ActivityPart } from "./activity-keeper.ts";
import type { ActivityQueries, QuarantineQuery, RequestQuery } from "./activity-queries.ts";
import type { ReadingQueries } from "./reading-queries.ts";
import type { UnsavedEnd } from "./receipt-store.ts";
import type { AlarmChange } from "./settlement.ts";
import { activityPart, type OwnedStore, TestOwner } from "./test-owner.ts";

export interface ActivityAdapter {
  openStore(dataDir: string, limits?: TestLimits): Promise<OpenActivity>;
  open(dataDir: string): Promise<ActivityQueries>;
  openReadings(dataDir: string): Promise<ReadingQueries>;
}

/** Smaller than the real limits, so that tests reach them. An adapter ignores the limits that it does not use. */
export interface TestLimits {
  readonly bytesMax?: number;
  readonly largeBytes?: number;
  readonly partBytes?: number;
  readonly quarantinedMaxPerDevice?: number;
  readonly quarantinedMaxPerAccount?: number;
  readonly quarantinedMax?: number;
}

export interface OpenActivity extends OwnedStore {
  readonly activityKeeper: ActivityKeeper;
}

const perDevice = 200;
const startMs = 1_780_000_000_000;

export function sampleRecord(nth: number, other: Partial<ActivityRecord> = {}): ActivityRecord {
  return {
    ...{ accountId: 1, deviceId: 7, requestId: `a1b2c3d4e5f6-${nth.toString(36)}`, arrivalMs: startMs + nth },
    ...{
      durationMs: 1.25,
      source: "192.0.2.1",
      endpoint: "bulk",
      sensorId: 5,
      bodyBytes: 42,
      status: 202,
      error: null,
    },
    ...{
      accepted: 1,
      duplicates: 0,
      rejected: null,
      clockOffsetMs: null,
      position: positionFrom(0, nth * 60),
    },
    ...{ findings: [], problems: null },
    ...other,
  };
}

/** Returns which sample a record is. */
export function nthOf({ position }: ActivityRecord): number {
  return (position?.sequence ?? 0) / 60;
}

const rejected: RejectedReading = {
  ...{
    accountId: 1,
    deviceId: 7,
    requestId: "a1b2c3d4e5f6-1",
    position: 3,
    reason: "dropped_unknown_sensor",
  },
  ...{
    arrivalMs: startMs,
    correctionUs: -2_500_000,
    urlSensor: null,
    entry: '{"sensor_slug":"tmp","value":1}',
  },
};

/** Checks what every adapter of ActivityStore and ActivityQueries promises, on the real engine. */
export function activityContract(name: string, adapter: ActivityAdapter): void {
  describe(`${name}: requests of devices`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let written: OpenActivity;
    let owner: TestOwner;
    let queries: ActivityQueries;

    const write = (batch: Partial<ActivityBatch>): Promise<void> =>
      written.activityKeeper.keep(
        { parts: [], forgottenDeviceIds: [], nowMs: startMs, ...batch },
        owner.epoch,
      );
    const writePart = (part: Partial<ActivityPart>): Promise<void> => write({ parts: [activityPart(part)] });
    const keep = (...records: ActivityRecord[]): Promise<void> =>
      writePart({ records, keptPerDevice: perDevice });
    const quarantine = (...quarantined: RejectedReading[]): Promise<void> => writePart({ quarantined });
    const troubled = (...troubles: (readonly [deviceId: number, atMs: number])[]): Promise<void> =>
      writePart({ troubles: new Map(troubles) });
    const release = (accountId: number, ids: readonly number[]): Promise<number> =>
      written.activityKeeper.releaseQuarantined(accountId, ids, owner.epoch);
    const open = async (limits?: TestLimits): Promise<void> => {
      written = await adapter.openStore(folder.path, limits);
      owner = await TestOwner.of(written);
      queries = await adapter.open(folder.path);
    };
    const reopen = async (limits?: TestLimits): Promise<void> => {
      await queries.close();
      await written.close();
      await open(limits);
    };
    const requests = (query: Partial<RequestQuery> = {}): Promise<ActivityRecord[]> =>
      queries.requests({ accountId: 1, limit: 10_000, ...query });
    const positions = async (query: Partial<RequestQuery> = {}): Promise<number[]> =>
      (await requests(query)).map(nthOf);
    const quarantined = async (query: Partial<QuarantineQuery> = {}): Promise<number[]> =>
      (await queries.quarantined({ accountId: 1, limit: 10_000, ...query })).map(({ position }) => position);

    /** Follows the pages to the end, as a person would. */
    const paged = async (query: Partial<RequestQuery>, limit: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let before: RequestQuery["before"]; ; ) {
        const page = await requests({ ...query, limit, ...(before === undefined ? {} : { before }) });
        ids.push(...page.map(({ requestId }) => requestId));
        if (page.length < limit) return ids;
        const { arrivalMs, requestId } = page.at(-1)!;
        before = { arrivalMs, requestId };
      }
    };

    beforeEach(async () => {
      folder = tempFolder();
      await open();
    });
    afterEach(async () => {
      await queries.close();
      await written.close();
      folder[Symbol.dispose]();
    });

    test("reads the record of a request back unchanged, also after reopening", async () => {
      const plain = sampleRecord(1);
      const rich = sampleRecord(2, {
        ...{
          source: "2001:db8::1",
          endpoint: "batch",
          sensorId: null,
          bodyBytes: null,
          status: 422,
          error: "no_readings_accepted",
        },
        ...{ accepted: 0, duplicates: 2, rejected: { dropped_unknown_sensor: 1 }, clockOffsetMs: -3500 },
        findings: [
          {
            ...{ position: 4, reason: "dropped_duplicate", sensorId: 9, identifier: null, value: -0.5 },
            ...{ sent: [1_780_000_000, 250_001], matchedMs: startMs, untilMs: startMs + 60_000 },
          },
          {
            ...{ position: 5, reason: "dropped_unknown_sensor", sensorId: null, identifier: 'Küche "🌡"\n' },
            ...{ value: null, sent: null, matchedMs: null, untilMs: null },
          },
        ],
        problems: { "data.0.value": ["must be a number"] },
      });
      await keep(plain, rich);
      expect(await requests()).toEqual([rich, plain]);
      await reopen();
      expect(await requests({ deviceId: 7 })).toEqual([rich, plain]);
    });

    test("keeps nothing of a batch that fails", async () => {
      // The position must not be null, so the engine refuses this last row.
      const broken = { ...rejected, position: null as unknown as number };
      const parts = [
        activityPart({ records: [sampleRecord(1)], quarantined: [rejected], troubles: new Map([[7, 1]]) }),
        activityPart({ quarantined: [broken] }),
      ];
      expect(await write({ parts }).catch((error) => error)).toBeInstanceOf(Error);
      expect(await queries.troubledSince(0)).toEqual([]);
      expect([await requests(), await quarantined()]).toEqual([[], []]);
    });

    test("refuses a write under the epoch of an earlier owner, with nothing written", async () => {
      await quarantine(rejected);
      const { id } = (await queries.quarantined({ accountId: 1, limit: 1 }))[0]!;
      const before = owner.epoch;
      owner = await TestOwner.of(written);
      const { activityKeeper } = written;
      const parts = [activityPart({ records: [sampleRecord(1)], troubles: new Map([[7, 1]]) })];
      const refused = await Promise.all(
        [
          activityKeeper.keep({ parts, forgottenDeviceIds: [7], nowMs: startMs }, before),
          activityKeeper.connected([[7, 5000]], before),
          activityKeeper.releaseQuarantined(1, [id], before),
        ].map((write) => write.then(() => null).catch((error) => error)),
      );
      for (const error of refused) expect(error).toBeInstanceOf(OwnershipLostError);
      expect([await requests(), await queries.troubledSince(0), await quarantined()]).toEqual([[], [], [3]]);
    });

    test("keeps the newest requests of each device after thousands of flushes, and not many more", async () => {
      await reopen({ bytesMax: 128 * 1024, largeBytes: 16 * 1024, partBytes: 1024 });
      const flushes = 3000;
      for (let flush = 0; flush < flushes; flush++) {
        const busy = [1, 2, 3].map((deviceId) => sampleRecord(flush, { deviceId }));
        await keep(...busy, ...(flush % 100 === 0 ? [sampleRecord(flush, { deviceId: 4 })] : []));
      }
      const newest = Array.from({ length: perDevice }, (_, nth) => flushes - 1 - nth);
      for (const deviceId of [1, 2, 3]) {
        const found = await positions({ deviceId });
        expect(found.slice(0, perDevice)).toEqual(newest);
        expect(found.length).toBeLessThan(3 * perDevice);
      }
      expect(await positions({ deviceId: 4 })).toEqual(
        Array.from({ length: 30 }, (_, nth) => 2900 - nth * 100),
      );
      await reopen();
      expect((await positions({ deviceId: 1 })).slice(0, perDevice)).toEqual(newest);
    });

    test("does not push out quiet devices for busy ones while there is room", async () => {
      await reopen({ bytesMax: 300 * 1024, largeBytes: 16 * 1024, partBytes: 1024 });
      await keep(sampleRecord(0, { deviceId: 50 }));
      for (let flush = 1; flush < 400; flush++) {
        await keep(
          ...Array.from({ length: 40 }, (_, nth) =>
            sampleRecord(flush * 100 + nth, { deviceId: 1 + (nth % 4) }),
          ),
        );
      }
      expect(await positions({ deviceId: 50 })).toEqual([0]);
      expect((await positions({ deviceId: 1 })).length).toBeGreaterThanOrEqual(perDevice);
    });

    test("deletes the oldest requests of all past the limit for all", async () => {
      const bytesMax = 64 * 1024;
      await reopen({ bytesMax, largeBytes: 8 * 1024, partBytes: 1024 });
      const total = 4000;
      for (let nth = 0; nth < total; nth += 20) {
        await keep(
          ...Array.from({ length: 20 }, (_, index) =>
            sampleRecord(nth + index, { deviceId: nth + index + 1 }),
          ),
        );
      }
      const found = await positions();
      expect(found).toEqual(Array.from({ length: found.length }, (_, nth) => total - 1 - nth));
      expect(found.length).toBeWithin(200, total / 2);
      expect(
        JSON.stringify((await requests()).map(({ requestId, source }) => [requestId, source])).length,
      ).toBeLessThan(bytesMax);
    });

    test("lists the newest first, whatever the order of arrival, and by number at equal times", async () => {
      await keep(sampleRecord(36), sampleRecord(9), sampleRecord(70));
      // A request takes time, so one that arrived early may be recorded late.
      await keep(sampleRecord(20), sampleRecord(80));
      const together = [34, 35, 36, 37].map((nth) => sampleRecord(nth, { deviceId: 8, arrivalMs: startMs }));
      await keep(together[2]!, together[0]!);
      await keep(together[1]!, together[3]!);
      expect(await positions({ deviceId: 7 })).toEqual([80, 70, 36, 20, 9]);
      expect(await positions({ deviceId: 8 })).toEqual([37, 36, 35, 34]);
      expect(await positions()).toEqual([80, 70, 36, 20, 9, 37, 36, 35, 34]);
    });

    test("merges requests in order that arrived alternately in several flushes", async () => {
      await reopen({ largeBytes: 1e9, partBytes: 512 });
      const total = 320;
      for (let flush = 0; flush < 64; flush++) {
        await keep(
          ...Array.from({ length: 5 }, (_, nth) =>
            sampleRecord(nth * 64 + flush, { arrivalMs: startMs + nth }),
          ),
        );
      }
      const found = await positions({ deviceId: 7 });
      expect(found.slice(0, perDevice)).toEqual(
        Array.from({ length: perDevice }, (_, nth) => total - 1 - nth),
      );
    });

    test("pages without repeats and gaps", async () => {
      await reopen({ largeBytes: 8 * 1024, partBytes: 512 });
      const all: ActivityRecord[] = [];
      for (let flush = 0; flush < 60; flush++) {
        const records = Array.from({ length: 10 }, (_, nth) => {
          const number = flush * 10 + nth;
          // Many requests arrive at the same time, and neighbouring parts overlap.
          const arrivalMs = startMs + Math.floor(number / 8) * 5 - (number % 3);
          return sampleRecord(number, { deviceId: 1 + (number % 4), arrivalMs });
        });
        all.push(...records);
        await keep(...records);
      }
      const idsOf = (records: readonly ActivityRecord[]) => records.map(({ requestId }) => requestId);
      for (const query of [{}, { deviceId: 2 }]) {
        const whole = idsOf(await requests(query));
        expect(whole).toHaveLength(query.deviceId === undefined ? 600 : 150);
        for (const limit of [1, 7, 50]) expect(await paged(query, limit)).toEqual(whole);
      }
      expect(idsOf(await requests()).sort()).toEqual(idsOf(all).sort());
    });

    test("continues a page where it ended, although newer requests arrived and others were deleted", async () => {
      for (let nth = 0; nth < 20; nth++) await keep(sampleRecord(nth));
      const { arrivalMs, requestId } = (await requests({ deviceId: 7, limit: 5 })).at(-1)!;
      for (let nth = 20; nth < 60; nth++) await keep(sampleRecord(nth));
      const before = { arrivalMs, requestId };
      expect(await positions({ deviceId: 7, before, limit: 4 })).toEqual([14, 13, 12, 11]);
      const gone = { arrivalMs: startMs + 10, requestId: "a1b2c3d4e5f6-zzzzz" };
      expect(await positions({ deviceId: 7, before: gone, limit: 2 })).toEqual([10, 9]);
    });

    test("selects requests in which not everything was accepted", async () => {
      await keep(
        sampleRecord(1),
        sampleRecord(2, { duplicates: 1 }),
        sampleRecord(3, { rejected: { dropped_missing_value: 1 } }),
        sampleRecord(4, { rejected: {} }),
        sampleRecord(5, { status: 401, error: "invalid_token", accepted: 0 }),
      );
      expect(await positions({ onlyTroubled: true })).toEqual([5, 3, 2]);
      expect(await positions({ onlyTroubled: true, deviceId: 7, limit: 2 })).toEqual([5, 3]);
    });

    test("selects requests with a reading that was not accepted for a reason", async () => {
      await reopen({ largeBytes: 8 * 1024, partBytes: 512 });
      const unmatched: ReadingFinding = {
        ...{ position: 0, reason: "dropped_unknown_sensor", sensorId: null, identifier: "Temp", value: 1 },
        ...{ sent: null, matchedMs: null, untilMs: null },
      };
      for (let nth = 0; nth < 300; nth += 10) {
        const of = (place: number, outcome: Partial<ActivityRecord>) =>
          sampleRecord(nth + place, { ...outcome, deviceId: 7 + (place % 2) });
        await keep(
          of(0, {}),
          of(1, { rejected: { dropped_missing_value: 1, dropped_unknown_sensor: 2 } }),
          of(2, { status: 404, error: "sensor_not_found", accepted: 0, findings: [unmatched] }),
          of(3, { duplicates: 1 }),
          of(4, { status: 401, error: "invalid_token", accepted: 0 }),
          // This reason shares a bit of the mark with that of the unknown sensor.
          of(5, { status: 401, error: "missing_token", accepted: 0 }),
        );
      }
      const first = (query: Partial<RequestQuery>) => positions({ ...query, limit: 3 });
      expect(await first({ reason: "dropped_unknown_sensor" })).toEqual([292, 291, 282]);
      expect(await first({ reason: "dropped_unknown_sensor", deviceId: 7 })).toEqual([292, 282, 272]);
      expect(await first({ reason: "dropped_missing_value", onlyTroubled: true })).toEqual([291, 281, 271]);
      expect(await first({ reason: "dropped_duplicate" })).toEqual([293, 283, 273]);
      expect(await first({ reason: "invalid_token" })).toEqual([294, 284, 274]);
      expect(await first({ reason: "missing_token" })).toEqual([295, 285, 275]);
      expect(await first({ reason: "dropped_missing_identifier" })).toEqual([]);
      expect(await first({ reason: "invalid_token", accountId: 2 })).toEqual([]);
      for (const reason of requestReasons)
        expect(await paged({ reason }, 7)).toEqual(
          (await requests({ reason })).map(({ requestId }) => requestId),
        );
    });

    test("finds a request by its id, wherever it is", async () => {
      await reopen({ largeBytes: 8 * 1024, partBytes: 512 });
      for (let nth = 0; nth < 400; nth++) await keep(sampleRecord(nth, { deviceId: 1 + (nth % 9) }));
      for (const nth of [0, 123, 399]) {
        expect(nthOf((await queries.request(1, sampleRecord(nth).requestId))!)).toBe(nth);
      }
      expect(await queries.request(1, "a1b2c3d4e5f6-nowhere")).toBeNull();
    });

    test("keeps the partition of a request's position", async () => {
      const position = { partition: 3, sequence: 2 ** 50 };
      await keep(sampleRecord(1, { position }), sampleRecord(2, { position: null }), sampleRecord(3));
      expect((await requests()).map((record) => record.position)).toEqual([at(180), null, position]);
    });

    test("shows another account nothing", async () => {
      await keep(sampleRecord(1));
      await quarantine(rejected);
      const id = (await queries.quarantined({ accountId: 1, limit: 1 }))[0]!.id;
      expect(await requests({ accountId: 2 })).toEqual([]);
      expect(await requests({ accountId: 2, deviceId: 7 })).toEqual([]);
      expect(await queries.request(2, sampleRecord(1).requestId)).toBeNull();
      expect(await quarantined({ accountId: 2 })).toEqual([]);
      expect(await quarantined({ accountId: 2, ids: [id], deviceId: 7 })).toEqual([]);
      expect(await release(2, [id])).toBe(0);
      expect(await quarantined()).toEqual([3]);
    });

    test("deletes everything of a forgotten device, and nothing else", async () => {
      await reopen({ largeBytes: 8 * 1024, partBytes: 512 });
      for (let nth = 0; nth < 200; nth++) await keep(sampleRecord(nth, { deviceId: 1 + (nth % 4) }));
      await keep(sampleRecord(200, { deviceId: 9 }));
      await quarantine({ ...rejected, deviceId: 2 }, rejected);
      await troubled([2, startMs], [3, startMs], [5, startMs]);
      const others = (await positions()).filter((nth) => nth % 4 !== 1 || nth === 200);
      expect(await written.activityKeeper.devices()).toEqual(new Set([1, 2, 3, 4, 5, 7, 9]));
      await write({ forgottenDeviceIds: [2, 5, 9, 1000] });
      expect(await positions()).toEqual(others.filter((nth) => nth !== 200));
      expect(
        await Promise.all([2, 7].map(async (deviceId) => (await quarantined({ deviceId })).length)),
      ).toEqual([0, 1]);
      expect(await queries.troubledSince(0)).toEqual([3]);
      expect(await written.activityKeeper.devices()).toEqual(new Set([1, 3, 4, 7]));
    });

    test("deletes the chains in use, losses, connection and silence of a forgotten device", async () => {
      const use = { sensorId: 1, chainId: 1, chainVersion: 1, fromPosition: at(1) };
      const end: UnsavedEnd = {
        ...{ accountId: 1, deviceId: 0, fate: "ended", chainId: 7, chainVersion: 1, nodeId: "filter" },
        ...{ output: "false", sensorId: 40, value: 1, firstMs: 500, lastMs: 600 },
      };
      const silence = (id: number, deviceId: number): AlarmChange => {
        const of = { accountId: 1, deviceId, name: "Device silent", severity: "warning" } as const;
        return { kind: "fell silent", id, alarm: { ...of, message: "No request.", raisedUs: 5, lastUs: 1 } };
      };
      await owner.commit({
        chainUses: [7, 8].map((deviceId) => ({ ...use, deviceId })),
        unsavedEnds: [9, 10].map((deviceId) => ({ ...end, deviceId })),
        alarms: [silence(1, 11), silence(2, 12)],
      });
      await written.activityKeeper.connected(
        [
          [13, 1],
          [14, 1],
        ],
        owner.epoch,
      );
      expect(await written.activityKeeper.devices()).toEqual(new Set([7, 8, 9, 10, 13, 14]));
      await write({ forgottenDeviceIds: [7, 9, 11, 13] });
      expect(await written.activityKeeper.devices()).toEqual(new Set([8, 10, 14]));
      expect([...(await written.queries.silenceAlarms([11, 12])).keys()]).toEqual([12]);
    });

    test("finds requests by the fates of their readings, among many without problems", async () => {
      const records = Array.from({ length: 20 }, (_, nth) => sampleRecord(nth, { deviceId: 7 + (nth % 2) }));
      const place = { chainId: 3, chainVersion: 1, nodeId: "filter", output: "false" };
      const ends = [
        { ...place, fate: "ended", onPurpose: false },
        { ...place, fate: "ended", onPurpose: true },
        { ...place, fate: "dead", onPurpose: null },
      ] as const;
      const lost: [nth: number, end: number][] = [
        [4, 0],
        [6, 1],
        [8, 2],
        [12, 0],
      ];
      await keep(...records);
      const runs = lost.map(([nth, end]) => {
        const { boot, number } = parseRequestId(records[nth]!.requestId)!;
        return { requestBoot: boot, requestNumber: number, first: 0, readings: 1, end, letterId: null };
      });
      const { arrivalMs: firstMs } = records[4]!;
      const { arrivalMs: lastMs } = records[12]!;
      const loss = { ...place, accountId: 1, deviceId: 7, sensorId: 5, value: 1, firstMs, lastMs };
      await owner.commit({
        unsavedEnds: [{ ...loss, fate: "ended" }],
        complete: () => ({
          counts: { saved: 0, alreadyStored: 0, ended: 0, dead: 0 },
          fates: { lastArrivalMs: 0, ends, runs },
        }),
      });
      expect(await positions({ reason: "not_saved" })).toEqual([12, 4]);
      expect(await positions({ reason: "failed" })).toEqual([8]);
      expect(await positions({ onlyTroubled: true })).toEqual([12, 8, 4]);
      expect(await positions({ onlyTroubled: true, deviceId: 7, limit: 2 })).toEqual([12, 8]);
      expect(await paged({ onlyTroubled: true }, 1)).toHaveLength(3);
      expect(await positions({ onlyTroubled: true, deviceId: 8 })).toEqual([]);
      expect(await positions({ reason: "not_saved", accountId: 2 })).toEqual([]);
      expect(await positions({ reason: "dropped_duplicate", onlyTroubled: true })).toEqual([]);
    });

    test("keeps the last reported clock offset, and leaves the last connection alone", async () => {
      await written.activityKeeper.connected([[7, 5000]], owner.epoch);
      await writePart({
        clocks: [
          { deviceId: 7, clockOffsetMs: -1500, arrivalMs: 4000 },
          { deviceId: 7, clockOffsetMs: 250, arrivalMs: 6000 },
          { deviceId: 8, clockOffsetMs: 0, arrivalMs: 7000 },
        ],
      });
      const readings = await adapter.openReadings(folder.path);
      expect(await Promise.all([7, 8, 9].map((id) => readings.clockOffsetMs(id)))).toEqual([250, 0, null]);
      expect(await readings.connectionsOf([7, 8, 9])).toEqual(
        new Map([
          [7, { lastConnectedMs: 5000, rhythm: null }],
          [8, { lastConnectedMs: 7000, rhythm: null }],
        ]),
      );
      await readings.close();
    });

    test("keeps the latest trouble of a device, also after reopening", async () => {
      await troubled([7, startMs], [8, startMs + 2]);
      await troubled([7, startMs + 1], [8, startMs + 1]);
      await reopen();
      expect(await queries.lastTroubledOf([7, 8, 9])).toEqual(
        new Map([
          [7, startMs + 1],
          [8, startMs + 2],
        ]),
      );
      const since = async (ms: number) => (await queries.troubledSince(startMs + ms)).sort();
      expect([await since(0), await since(1), await since(2), await since(3)]).toEqual([
        [7, 8],
        [7, 8],
        [8],
        [],
      ]);
      const readings = await adapter.openReadings(folder.path);
      expect(await readings.connectionsOf([7])).toEqual(new Map());
      await readings.close();
    });

    test("lists rejected readings as they were, newest first, page by page", async () => {
      const many = Array.from({ length: 30 }, (_, nth): RejectedReading => {
        const reason = nth % 3 === 0 ? "dropped_future_timestamp" : "dropped_unknown_sensor";
        return { ...rejected, position: nth, deviceId: 7 + (nth % 2), reason };
      });
      await quarantine(...many, { ...rejected, accountId: 2, urlSensor: "a" });
      await reopen();
      const all = await queries.quarantined({ accountId: 1, limit: 100 });
      expect(all.map(({ id, ...reading }) => reading)).toEqual(many.toReversed());
      expect((await queries.quarantined({ accountId: 2, limit: 1 }))[0]).toMatchObject({ urlSensor: "a" });
      const [third] = all.slice(2);
      expect(await quarantined({ beforeId: third!.id, limit: 3 })).toEqual([26, 25, 24]);
      expect(await quarantined({ deviceId: 8, limit: 2 })).toEqual([29, 27]);
      expect(await quarantined({ reason: "dropped_future_timestamp", limit: 2 })).toEqual([27, 24]);
      expect(await quarantined({ ids: [third!.id, 999_999] })).toEqual([27]);
      expect(await Promise.all([9, 100].map((most) => queries.quarantinedCount(1, most)))).toEqual([9, 30]);
      expect(await queries.quarantinedCount(2, 100)).toBe(1);
    });

    test("deletes released readings, and only these", async () => {
      await quarantine(...[0, 1, 2].map((position) => ({ ...rejected, position })));
      const ids = (await queries.quarantined({ accountId: 1, limit: 2 })).map(({ id }) => id);
      expect(await release(1, [...ids, 999_999])).toBe(2);
      expect(await release(1, ids)).toBe(0);
      expect(await quarantined()).toEqual([0]);
    });

    test("deletes the oldest rejected readings, of the device and of all", async () => {
      await reopen({ quarantinedMaxPerDevice: 10, quarantinedMax: 100 });
      for (let nth = 0; nth < 25; nth++) {
        await quarantine({ ...rejected, position: nth });
      }
      expect(await quarantined({ deviceId: 7 })).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
      for (let nth = 0; nth < 300; nth++) {
        await quarantine({ ...rejected, position: nth, deviceId: 100 + nth });
      }
      const found = await quarantined();
      expect(found.length).toBeWithin(98, 101);
      expect(found).toEqual(Array.from({ length: found.length }, (_, nth) => 299 - nth));
    });

    test("deletes only an account's own readings if it has too many rejected ones", async () => {
      await reopen({ quarantinedMaxPerAccount: 20, quarantinedMax: 30 });
      const add = (accountId: number, position: number) =>
        quarantine({ ...rejected, accountId, deviceId: accountId, position });
      const positions = async (accountId: number) =>
        (await queries.quarantined({ accountId, limit: 100 })).map(({ position }) => position);
      await add(2, 1);
      await add(2, 2);
      for (let nth = 0; nth < 50; nth++) await add(1, nth);
      expect(await positions(1)).toEqual(Array.from({ length: 20 }, (_, nth) => 49 - nth));
      for (let nth = 0; nth < 50; nth++) await add(3, nth);
      expect((await positions(3))[0]).toBe(49);
      expect((await positions(1)).length + (await positions(3)).length).toBeWithin(26, 29);
      expect(await positions(2)).toEqual([2, 1]);
    });
  });
}
