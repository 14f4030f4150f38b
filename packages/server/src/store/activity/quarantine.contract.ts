import { describe, expect, test } from "bun:test";
import type { RejectedReading } from "../../activity/activity-record.ts";
import { type ActivityAdapter, eachActivityScene, rejected } from "./test-activity-scene.ts";

/** Checks what every adapter promises about rejected readings that are kept, on the real engine. */
export function quarantineContract(name: string, adapter: ActivityAdapter): void {
  describe(`${name}: rejected readings`, () => {
    const scene = eachActivityScene(adapter);

    test("lists rejected readings as they were, newest first, page by page", async () => {
      const many = Array.from({ length: 30 }, (_, nth): RejectedReading => {
        const reason = nth % 3 === 0 ? "dropped_future_timestamp" : "dropped_unknown_sensor";
        return { ...rejected, position: nth, deviceId: 7 + (nth % 2), reason };
      });
      await scene().quarantine(...many, { ...rejected, accountId: 2, urlSensor: "a" });
      await scene().reopen();
      const all = await scene().queries.quarantined({ accountId: 1, limit: 100 });
      expect(all.map(({ id, ...reading }) => reading)).toEqual(many.toReversed());
      expect((await scene().queries.quarantined({ accountId: 2, limit: 1 }))[0]).toMatchObject({
        urlSensor: "a",
      });
      const [third] = all.slice(2);
      expect(await scene().quarantined({ beforeId: third!.id, limit: 3 })).toEqual([26, 25, 24]);
      expect(await scene().quarantined({ deviceId: 8, limit: 2 })).toEqual([29, 27]);
      expect(await scene().quarantined({ reason: "dropped_future_timestamp", limit: 2 })).toEqual([27, 24]);
      expect(await scene().quarantined({ ids: [third!.id, 999_999] })).toEqual([27]);
      expect(await Promise.all([9, 100].map((most) => scene().queries.quarantinedCount(1, most)))).toEqual([
        9, 30,
      ]);
      expect(await scene().queries.quarantinedCount(2, 100)).toBe(1);
    });

    test("deletes released readings, and only these", async () => {
      await scene().quarantine(...[0, 1, 2].map((position) => ({ ...rejected, position })));
      const ids = (await scene().queries.quarantined({ accountId: 1, limit: 2 })).map(({ id }) => id);
      expect(await scene().release(1, [...ids, 999_999])).toBe(2);
      expect(await scene().release(1, ids)).toBe(0);
      expect(await scene().quarantined()).toEqual([0]);
    });

    test("deletes the oldest rejected readings, of the device and of all", async () => {
      await scene().reopen({ quarantinedMaxPerDevice: 10, quarantinedMax: 100 });
      for (let nth = 0; nth < 25; nth++) {
        await scene().quarantine({ ...rejected, position: nth });
      }
      expect(await scene().quarantined({ deviceId: 7 })).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
      for (let nth = 0; nth < 300; nth++) {
        await scene().quarantine({ ...rejected, position: nth, deviceId: 100 + nth });
      }
      const found = await scene().quarantined();
      expect(found.length).toBeWithin(98, 101);
      expect(found).toEqual(Array.from({ length: found.length }, (_, nth) => 299 - nth));
    });

    test("deletes only an account's own readings if it has too many rejected ones", async () => {
      await scene().reopen({ quarantinedMaxPerAccount: 20, quarantinedMax: 30 });
      const add = (accountId: number, position: number) =>
        scene().quarantine({ ...rejected, accountId, deviceId: accountId, position });
      const positionsOf = async (accountId: number) =>
        (await scene().queries.quarantined({ accountId, limit: 100 })).map(({ position }) => position);
      await add(2, 1);
      await add(2, 2);
      for (let nth = 0; nth < 50; nth++) await add(1, nth);
      expect(await positionsOf(1)).toEqual(Array.from({ length: 20 }, (_, nth) => 49 - nth));
      for (let nth = 0; nth < 50; nth++) await add(3, nth);
      expect((await positionsOf(3))[0]).toBe(49);
      expect((await positionsOf(1)).length + (await positionsOf(3)).length).toBeWithin(26, 29);
      expect(await positionsOf(2)).toEqual([2, 1]);
    });
  });
}
