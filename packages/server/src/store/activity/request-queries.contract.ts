import { describe, expect, test } from "bun:test";
import { requestReasons } from "@weir/protocol/request-reasons";
import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { RequestQuery } from "./request-query.ts";
import {
  type ActivityAdapter,
  eachActivityScene,
  nthOf,
  perDevice,
  rejected,
  sampleRecord,
  startMs,
} from "./test-activity-scene.ts";

/** Checks what every adapter of ActivityQueries promises about finding requests, on the real engine. */
export function requestQueriesContract(name: string, adapter: ActivityAdapter): void {
  describe(`${name}: queries of requests`, () => {
    const scene = eachActivityScene(adapter);

    test("lists the newest first, whatever the order of arrival, and by number at equal times", async () => {
      await scene().keep(sampleRecord(36), sampleRecord(9), sampleRecord(70));
      // A request takes time, so one that arrived early may be recorded late.
      await scene().keep(sampleRecord(20), sampleRecord(80));
      const together = [34, 35, 36, 37].map((nth) => sampleRecord(nth, { deviceId: 8, arrivalMs: startMs }));
      await scene().keep(together[2]!, together[0]!);
      await scene().keep(together[1]!, together[3]!);
      expect(await scene().positions({ deviceId: 7 })).toEqual([80, 70, 36, 20, 9]);
      expect(await scene().positions({ deviceId: 8 })).toEqual([37, 36, 35, 34]);
      expect(await scene().positions()).toEqual([80, 70, 36, 20, 9, 37, 36, 35, 34]);
    });

    test("merges requests in order that arrived alternately in several flushes", async () => {
      const total = 320;
      for (let flush = 0; flush < 64; flush++) {
        await scene().keep(
          ...Array.from({ length: 5 }, (_, nth) =>
            sampleRecord(nth * 64 + flush, { arrivalMs: startMs + nth }),
          ),
        );
      }
      const found = await scene().positions({ deviceId: 7 });
      expect(found.slice(0, perDevice)).toEqual(
        Array.from({ length: perDevice }, (_, nth) => total - 1 - nth),
      );
    });

    test("pages without repeats and gaps", async () => {
      const all: ActivityRecord[] = [];
      for (let flush = 0; flush < 60; flush++) {
        const records = Array.from({ length: 10 }, (_, nth) => {
          const number = flush * 10 + nth;
          // Many requests arrive at the same time.
          const arrivalMs = startMs + Math.floor(number / 8) * 5 - (number % 3);
          return sampleRecord(number, { deviceId: 1 + (number % 4), arrivalMs });
        });
        all.push(...records);
        await scene().keep(...records);
      }
      const idsOf = (records: readonly ActivityRecord[]) => records.map(({ requestId }) => requestId);
      for (const query of [{}, { deviceId: 2 }]) {
        const whole = idsOf(await scene().requests(query));
        expect(whole).toHaveLength(query.deviceId === undefined ? 600 : 150);
        for (const limit of [1, 7, 50]) expect(await scene().paged(query, limit)).toEqual(whole);
      }
      expect(idsOf(await scene().requests()).sort()).toEqual(idsOf(all).sort());
    });

    test("continues a page where it ended, although newer requests arrived and others were deleted", async () => {
      for (let nth = 0; nth < 20; nth++) await scene().keep(sampleRecord(nth));
      const { arrivalMs, requestId } = (await scene().requests({ deviceId: 7, limit: 5 })).at(-1)!;
      for (let nth = 20; nth < 60; nth++) await scene().keep(sampleRecord(nth));
      const before = { arrivalMs, requestId };
      expect(await scene().positions({ deviceId: 7, before, limit: 4 })).toEqual([14, 13, 12, 11]);
      const gone = { arrivalMs: startMs + 10, requestId: "a1b2c3d4e5f6-zzzzz" };
      expect(await scene().positions({ deviceId: 7, before: gone, limit: 2 })).toEqual([10, 9]);
    });

    test("selects requests in which not everything was accepted", async () => {
      await scene().keep(
        sampleRecord(1),
        sampleRecord(2, { duplicates: 1 }),
        sampleRecord(3, { rejected: { dropped_missing_value: 1 } }),
        sampleRecord(4, { rejected: {} }),
        sampleRecord(5, { status: 401, error: "invalid_token", accepted: 0 }),
      );
      expect(await scene().positions({ onlyTroubled: true })).toEqual([5, 3, 2]);
      expect(await scene().positions({ onlyTroubled: true, deviceId: 7, limit: 2 })).toEqual([5, 3]);
    });

    test("selects requests with a reading that was not accepted for a reason", async () => {
      const unmatched: ReadingFinding = {
        position: 0,
        reason: "dropped_unknown_sensor",
        sensorId: null,
        identifier: "Temp",
        value: 1,
        sent: null,
        matchedMs: null,
        untilMs: null,
      };
      for (let nth = 0; nth < 300; nth += 10) {
        const of = (place: number, outcome: Partial<ActivityRecord>) =>
          sampleRecord(nth + place, { ...outcome, deviceId: 7 + (place % 2) });
        await scene().keep(
          of(0, {}),
          of(1, { rejected: { dropped_missing_value: 1, dropped_unknown_sensor: 2 } }),
          of(2, { status: 404, error: "sensor_not_found", accepted: 0, findings: [unmatched] }),
          of(3, { duplicates: 1 }),
          of(4, { status: 401, error: "invalid_token", accepted: 0 }),
          of(5, { status: 401, error: "missing_token", accepted: 0 }),
        );
      }
      const first = (query: Partial<RequestQuery>) => scene().positions({ ...query, limit: 3 });
      expect(await first({ reason: "dropped_unknown_sensor" })).toEqual([292, 291, 282]);
      expect(await first({ reason: "dropped_unknown_sensor", deviceId: 7 })).toEqual([292, 282, 272]);
      expect(await first({ reason: "dropped_missing_value", onlyTroubled: true })).toEqual([291, 281, 271]);
      expect(await first({ reason: "dropped_duplicate" })).toEqual([293, 283, 273]);
      expect(await first({ reason: "invalid_token" })).toEqual([294, 284, 274]);
      expect(await first({ reason: "missing_token" })).toEqual([295, 285, 275]);
      expect(await first({ reason: "dropped_missing_identifier" })).toEqual([]);
      expect(await first({ reason: "invalid_token", accountId: 2 })).toEqual([]);
      for (const reason of requestReasons)
        expect(await scene().paged({ reason }, 7)).toEqual(
          (await scene().requests({ reason })).map(({ requestId }) => requestId),
        );
    });

    test("finds a request by its id, wherever it is", async () => {
      for (let nth = 0; nth < 400; nth++) await scene().keep(sampleRecord(nth, { deviceId: 1 + (nth % 9) }));
      for (const nth of [0, 123, 399]) {
        expect(nthOf((await scene().queries.request(1, sampleRecord(nth).requestId))!)).toBe(nth);
      }
      expect(await scene().queries.request(1, "a1b2c3d4e5f6-nowhere")).toBeNull();
    });

    test("shows another account nothing", async () => {
      await scene().keep(sampleRecord(1));
      await scene().quarantine(rejected);
      const id = (await scene().queries.quarantined({ accountId: 1, limit: 1 }))[0]!.id;
      expect(await scene().requests({ accountId: 2 })).toEqual([]);
      expect(await scene().requests({ accountId: 2, deviceId: 7 })).toEqual([]);
      expect(await scene().queries.request(2, sampleRecord(1).requestId)).toBeNull();
      expect(await scene().quarantined({ accountId: 2 })).toEqual([]);
      expect(await scene().quarantined({ accountId: 2, ids: [id], deviceId: 7 })).toEqual([]);
      expect(await scene().release(2, [id])).toBe(0);
      expect(await scene().quarantined()).toEqual([3]);
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
      await scene().keep(...records);
      const runs = lost.map(([nth, end]) => {
        const { boot, number } = parseRequestId(records[nth]!.requestId)!;
        return { requestBoot: boot, requestNumber: number, first: 0, readings: 1, end, letterId: null };
      });
      const { arrivalMs: firstMs } = records[4]!;
      const { arrivalMs: lastMs } = records[12]!;
      const loss = { ...place, accountId: 1, deviceId: 7, sensorId: 5, value: 1, firstMs, lastMs };
      await scene().owner.commit({
        unsavedEnds: [{ ...loss, fate: "ended" }],
        complete: () => ({
          counts: { saved: 0, alreadyStored: 0, ended: 0, dead: 0 },
          fates: { lastArrivalMs: 0, ends, runs },
        }),
      });
      expect(await scene().positions({ reason: "not_saved" })).toEqual([12, 4]);
      expect(await scene().positions({ reason: "failed" })).toEqual([8]);
      expect(await scene().positions({ onlyTroubled: true })).toEqual([12, 8, 4]);
      expect(await scene().positions({ onlyTroubled: true, deviceId: 7, limit: 2 })).toEqual([12, 8]);
      expect(await scene().paged({ onlyTroubled: true }, 1)).toHaveLength(3);
      expect(await scene().positions({ onlyTroubled: true, deviceId: 8 })).toEqual([]);
      expect(await scene().positions({ reason: "not_saved", accountId: 2 })).toEqual([]);
      expect(await scene().positions({ reason: "dropped_duplicate", onlyTroubled: true })).toEqual([]);
    });
  });
}
