import { describe, expect, test } from "bun:test";
import { OwnershipLostError } from "../../queue/ownership.ts";
import { at } from "../../queue/test-positions.ts";
import type { UnsavedEnd } from "../receipts/reading-fates.ts";
import type { AlarmChange } from "../settlement.ts";
import { activityPart } from "../test-owner.ts";
import type { SentTimes } from "./activity-keeper.ts";
import {
  type ActivityAdapter,
  eachActivityScene,
  perDevice,
  rejected,
  sampleRecord,
  startMs,
} from "./test-activity-scene.ts";

/** Checks what every adapter of ActivityStore promises about keeping activity, on the real engine. */
export function activityContract(name: string, adapter: ActivityAdapter): void {
  describe(`${name}: requests of devices`, () => {
    const scene = eachActivityScene(adapter);

    test("reads the record of a request back unchanged, also after reopening", async () => {
      const plain = sampleRecord(1);
      const rich = sampleRecord(2, {
        source: "2001:db8::1",
        endpoint: "batch",
        sensorId: null,
        bodyBytes: null,
        status: 422,
        error: "no_readings_accepted",
        accepted: 0,
        duplicates: 2,
        rejected: { dropped_unknown_sensor: 1 },
        clockOffsetMs: -3500,
        findings: [
          {
            position: 4,
            reason: "dropped_duplicate",
            sensorId: 9,
            identifier: null,
            value: -0.5,
            sent: [1_780_000_000, 250_001],
            matchedMs: startMs,
            untilMs: startMs + 60_000,
          },
          {
            position: 5,
            reason: "dropped_unknown_sensor",
            sensorId: null,
            identifier: 'Küche "🌡"\n',
            value: null,
            sent: null,
            matchedMs: null,
            untilMs: null,
          },
        ],
        problems: { "data.0.value": ["must be a number"] },
      });
      await scene().keep(plain, rich);
      expect(await scene().requests()).toEqual([rich, plain]);
      await scene().reopen();
      expect(await scene().requests({ deviceId: 7 })).toEqual([rich, plain]);
    });

    test("keeps nothing of a batch that fails", async () => {
      // The position must not be null, so the engine refuses this last row.
      const broken = { ...rejected, position: null as unknown as number };
      const parts = [
        activityPart({ records: [sampleRecord(1)], quarantined: [rejected], troubles: new Map([[7, 1]]) }),
        activityPart({ quarantined: [broken] }),
      ];
      expect(
        await scene()
          .write({ parts })
          .catch((error) => error),
      ).toBeInstanceOf(Error);
      expect(await scene().queries.troubledSince(0)).toEqual([]);
      expect([await scene().requests(), await scene().quarantined()]).toEqual([[], []]);
    });

    test("refuses a write under the epoch of an earlier owner, with nothing written", async () => {
      await scene().quarantine(rejected);
      const { id } = (await scene().queries.quarantined({ accountId: 1, limit: 1 }))[0]!;
      const before = scene().owner.epoch;
      await scene().takeAgain();
      const { activityKeeper } = scene().written;
      const parts = [activityPart({ records: [sampleRecord(1)], troubles: new Map([[7, 1]]) })];
      const refused = await Promise.all(
        [
          activityKeeper.keep({ parts, forgottenDeviceIds: [7], nowMs: startMs }, before),
          activityKeeper.connected([[7, 5000]], before),
          activityKeeper.releaseQuarantined(1, [id], before),
        ].map((write) => write.then(() => null).catch((error) => error)),
      );
      for (const error of refused) expect(error).toBeInstanceOf(OwnershipLostError);
      expect([
        await scene().requests(),
        await scene().queries.troubledSince(0),
        await scene().quarantined(),
      ]).toEqual([[], [], [3]]);
    });

    test("keeps the newest requests of each device after a thousand flushes, and not many more", async () => {
      await scene().reopen({ bytesMax: 128 * 1024 });
      const flushes = 1000;
      for (let flush = 0; flush < flushes; flush++) {
        const busy = [1, 2, 3].map((deviceId) => sampleRecord(flush, { deviceId }));
        await scene().keep(...busy, ...(flush % 50 === 0 ? [sampleRecord(flush, { deviceId: 4 })] : []));
      }
      const newest = Array.from({ length: perDevice }, (_, nth) => flushes - 1 - nth);
      for (const deviceId of [1, 2, 3]) {
        const found = await scene().positions({ deviceId });
        expect(found.slice(0, perDevice)).toEqual(newest);
        expect(found.length).toBeLessThan(3 * perDevice);
      }
      expect(await scene().positions({ deviceId: 4 })).toEqual(
        Array.from({ length: 20 }, (_, nth) => 950 - nth * 50),
      );
      await scene().reopen();
      expect((await scene().positions({ deviceId: 1 })).slice(0, perDevice)).toEqual(newest);
    });

    test("does not push out quiet devices for busy ones while there is room", async () => {
      await scene().reopen({ bytesMax: 300 * 1024 });
      await scene().keep(sampleRecord(0, { deviceId: 50 }));
      for (let flush = 1; flush < 400; flush++) {
        await scene().keep(
          ...Array.from({ length: 40 }, (_, nth) =>
            sampleRecord(flush * 100 + nth, { deviceId: 1 + (nth % 4) }),
          ),
        );
      }
      expect(await scene().positions({ deviceId: 50 })).toEqual([0]);
      expect((await scene().positions({ deviceId: 1 })).length).toBeGreaterThanOrEqual(perDevice);
    });

    test("takes room from the tenants that use the most, whose accounts share it", async () => {
      await scene().reopen({ bytesMax: 512 * 1024 });
      const tenantOf = (accountId: number) => (accountId === 2 ? 1 : accountId);
      const from = (accountId: number, nth: number) =>
        sampleRecord(nth, { accountId, deviceId: nth, requestId: `a1b2c3d4e5f6-${accountId}-${nth}` });
      await scene().writePart({ records: [from(4, 1), from(4, 2)], tenantOf });
      for (let nth = 100; nth < 12_000; nth += 100) {
        const records = Array.from({ length: 100 }, (_, index) =>
          [1, 2, 3].map((accountId) => from(accountId, nth + index)),
        ).flat();
        await scene().writePart({ records, tenantOf });
      }
      const [one, two, three, quiet] = await Promise.all(
        [1, 2, 3, 4].map(async (accountId) => (await scene().positions({ accountId })).length),
      );
      expect(quiet).toBe(2);
      expect(three! / (one! + two!)).toBeWithin(0.9, 1.1);
      expect(one! / two!).toBeWithin(0.9, 1.1);
      expect(one! + two! + three!).toBeGreaterThan(1600);
    });

    test("deletes the oldest requests of all past the limit for all", async () => {
      const bytesMax = 64 * 1024;
      await scene().reopen({ bytesMax });
      const total = 4000;
      for (let nth = 0; nth < total; nth += 20) {
        await scene().keep(
          ...Array.from({ length: 20 }, (_, index) =>
            sampleRecord(nth + index, { deviceId: nth + index + 1 }),
          ),
        );
      }
      const found = await scene().positions();
      expect(found).toEqual(Array.from({ length: found.length }, (_, nth) => total - 1 - nth));
      expect(found.length).toBeWithin(200, total / 2);
      expect(
        JSON.stringify((await scene().requests()).map(({ requestId, source }) => [requestId, source])).length,
      ).toBeLessThan(bytesMax);
    });

    test("keeps the partition of a request's position", async () => {
      const position = { partition: 3, sequence: 2 ** 50 };
      await scene().keep(sampleRecord(1, { position }), sampleRecord(2, { position: null }), sampleRecord(3));
      expect((await scene().requests()).map((record) => record.position)).toEqual([at(180), null, position]);
    });

    test("deletes everything of a forgotten device, and nothing else", async () => {
      for (let nth = 0; nth < 200; nth++) await scene().keep(sampleRecord(nth, { deviceId: 1 + (nth % 4) }));
      await scene().keep(sampleRecord(200, { deviceId: 9 }));
      await scene().quarantine({ ...rejected, deviceId: 2 }, rejected);
      await scene().troubled([2, startMs], [3, startMs], [5, startMs]);
      const others = (await scene().positions()).filter((nth) => nth % 4 !== 1 || nth === 200);
      expect(await scene().written.activityKeeper.devices()).toEqual(new Set([1, 2, 3, 4, 5, 7, 9]));
      await scene().write({ forgottenDeviceIds: [2, 5, 9, 1000] });
      expect(await scene().positions()).toEqual(others.filter((nth) => nth !== 200));
      expect(
        await Promise.all([2, 7].map(async (deviceId) => (await scene().quarantined({ deviceId })).length)),
      ).toEqual([0, 1]);
      expect(await scene().queries.troubledSince(0)).toEqual([3]);
      expect(await scene().written.activityKeeper.devices()).toEqual(new Set([1, 3, 4, 7]));
    });

    test("deletes the chains in use, losses, connection and silence of a forgotten device", async () => {
      const use = { sensorId: 1, chainId: 1, chainVersion: 1, fromPosition: at(1) };
      const end: UnsavedEnd = {
        accountId: 1,
        deviceId: 0,
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
      const silence = (id: number, deviceId: number): AlarmChange => {
        const of = { accountId: 1, deviceId, name: "Device silent", severity: "warning" } as const;
        return { kind: "fell silent", id, alarm: { ...of, message: "No request.", raisedUs: 5, lastUs: 1 } };
      };
      await scene().owner.commit({
        chainUses: [7, 8].map((deviceId) => ({ ...use, deviceId })),
        unsavedEnds: [9, 10].map((deviceId) => ({ ...end, deviceId })),
        alarms: [silence(1, 11), silence(2, 12)],
      });
      await scene().written.activityKeeper.connected(
        [
          [13, 1],
          [14, 1],
        ],
        scene().owner.epoch,
      );
      expect(await scene().written.activityKeeper.devices()).toEqual(new Set([7, 8, 9, 10, 13, 14]));
      await scene().write({ forgottenDeviceIds: [7, 9, 11, 13] });
      expect(await scene().written.activityKeeper.devices()).toEqual(new Set([8, 10, 14]));
      expect([...(await scene().written.queries.silenceAlarms([11, 12])).keys()]).toEqual([12]);
    });

    test("keeps the last reported clock offset, and leaves the last connection alone", async () => {
      await scene().written.activityKeeper.connected([[7, 5000]], scene().owner.epoch);
      await scene().writePart({
        clocks: [
          { deviceId: 7, clockOffsetMs: -1500, arrivalMs: 4000 },
          { deviceId: 7, clockOffsetMs: 250, arrivalMs: 6000 },
          { deviceId: 8, clockOffsetMs: 0, arrivalMs: 7000 },
        ],
      });
      const readings = await scene().openReadings();
      expect(await Promise.all([7, 8, 9].map((id) => readings.clockOffsetMs(id)))).toEqual([250, 0, null]);
      expect(await readings.connectionsOf([7, 8, 9])).toEqual(
        new Map([
          [7, { lastConnectedMs: 5000, rhythm: null }],
          [8, { lastConnectedMs: 7000, rhythm: null }],
        ]),
      );
      await readings.close();
    });

    test("calls a clock wrong from the first times far in the past until the next right ones, if it was right before", async () => {
      const readings = await scene().openReadings();
      const sent = (deviceId: number, times: Partial<SentTimes>): SentTimes => ({
        deviceId,
        currentMs: null,
        wrongMs: null,
        behindMs: null,
        ...times,
      });
      const wrong = async () => {
        const known = await readings.connectionsOf([7, 8]);
        return [await readings.devicesWithWrongClocks(), known.get(7)?.wrongClock, known.get(8)?.wrongClock];
      };
      const none = [[], undefined, undefined];
      await scene().writePart({ times: [sent(8, { wrongMs: 1000, behindMs: 5 })] });
      expect(await wrong()).toEqual(none);
      await scene().writePart({ times: [sent(7, { currentMs: 2000.5 })] });
      expect(await wrong()).toEqual(none);
      await scene().writePart({ times: [sent(7, { wrongMs: 3000, behindMs: 5 })] });
      await scene().writePart({ times: [sent(7, { wrongMs: 4000.5, behindMs: 6 })] });
      await scene().writePart({ times: [sent(7, { wrongMs: 3500, behindMs: 7 })] });
      expect(await wrong()).toEqual([[7], { wrongMs: 4000, behindMs: 6 }, undefined]);
      await scene().writePart({ times: [sent(7, { currentMs: 3900 })] });
      expect(await wrong()).toEqual([[7], { wrongMs: 4000, behindMs: 6 }, undefined]);
      await scene().writePart({ times: [sent(7, { currentMs: 5000, wrongMs: 4500, behindMs: 1 })] });
      expect(await wrong()).toEqual(none);
      await readings.close();
    });

    test("keeps the latest trouble of a device, also after reopening", async () => {
      await scene().troubled([7, startMs], [8, startMs + 2]);
      await scene().troubled([7, startMs + 1], [8, startMs + 1]);
      await scene().reopen();
      expect(await scene().queries.lastTroubledOf([7, 8, 9])).toEqual(
        new Map([
          [7, startMs + 1],
          [8, startMs + 2],
        ]),
      );
      const since = async (ms: number) => (await scene().queries.troubledSince(startMs + ms)).sort();
      expect([await since(0), await since(1), await since(2), await since(3)]).toEqual([
        [7, 8],
        [7, 8],
        [8],
        [],
      ]);
      const readings = await scene().openReadings();
      expect(await readings.connectionsOf([7])).toEqual(new Map());
      await readings.close();
    });
  });
}
