import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { destinationA, destinationB, eachOutboxScene, type OutboxAdapter } from "./test-outbox-scene.ts";

/** Checks what every outbox promises about due messages (see outbox-store.ts), on the real engine. */
export function outboxDueContract(name: string, adapter: OutboxAdapter): void {
  describe(`${name}: what is due`, () => {
    const scene = eachOutboxScene(adapter);

    test("returns rows from their due time on, oldest first", async () => {
      await scene().add({ nowMs: 30 });
      await scene().add({ nowMs: 10 });
      await scene().add({ nowMs: 20, destination: destinationB });
      expect([
        await scene().due(9),
        await scene().due(10),
        await scene().due(20),
        await scene().due(30),
      ]).toEqual([[], [2], [2, 3], [2, 3, 1]]);
    });

    test("returns only the front of a lane, and nothing of excluded destinations and accounts", async () => {
      for (const nowMs of [1, 2, 3]) {
        await scene().add({ nowMs, accountId: 1, destination: destinationA });
        await scene().add({ nowMs, accountId: 2, destination: destinationA });
        await scene().add({ nowMs, accountId: 1, destination: destinationB });
      }
      expect(await scene().due(5, { perLaneMax: 1 })).toEqual([1, 2, 3]);
      expect(await scene().due(5, { perLaneMax: 2 })).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await scene().due(5, { perLaneMax: 2, max: 4 })).toEqual([1, 2, 3, 4]);
      expect(await scene().due(5, { withoutDestinations: new Set([destinationA]) })).toEqual([3, 6, 9]);
      expect(await scene().due(5, { withoutAccounts: new Set([1]) })).toEqual([2, 5, 8]);
      expect(
        await scene().due(5, {
          withoutAccounts: new Set([1]),
          withoutDestinations: new Set([destinationA, "c"]),
        }),
      ).toEqual([]);
    });

    test("returns the same due rows as a search of all rows, for any mix of lanes and times", async () => {
      const rows = fc.array(
        fc.record({
          accountId: fc.nat(3),
          destination: fc.constantFrom(destinationA, destinationB, "mail"),
          nowMs: fc.nat(5),
        }),
        { maxLength: 40 },
      );
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.integer({ min: 1, max: 3 }),
          fc.nat(5),
          async (entries, perLaneMax, nowMs) => {
            for (const id of await scene().due(Number.MAX_SAFE_INTEGER))
              await scene().outbox.delivered(await scene().claimed(id), 0, null);
            const before = (await scene().list({ limit: 1 }))[0]?.id ?? 0;
            if (entries.length > 0) await scene().add(...entries);
            const added = await scene().list({ limit: entries.length || 1 });
            const ids = added.map(({ id }) => id).filter((id) => id > before);
            const expected = entries
              .map((row, index) => ({ ...row, id: ids.toReversed()[index]! }))
              .filter((row) => row.nowMs <= nowMs)
              .sort((one, other) => one.nowMs - other.nowMs || one.id - other.id)
              .filter((row, index, sorted) => {
                const ofLane = sorted
                  .slice(0, index)
                  .filter(
                    ({ accountId, destination }) =>
                      accountId === row.accountId && destination === row.destination,
                  );
                return ofLane.length < perLaneMax;
              });
            expect(await scene().due(nowMs, { perLaneMax })).toEqual(expected.map(({ id }) => id));
          },
        ),
        { numRuns: propertyRuns(50) },
      );
    });

    test("returns the time of the first row that is not due yet", async () => {
      const { outbox } = scene();
      expect(await outbox.nextDueMs(0)).toBeNull();
      for (const nowMs of [10, 30, 20]) await scene().add({ nowMs });
      const next = [0, 9, 10, 20, 29, 30].map((afterMs) => outbox.nextDueMs(afterMs));
      expect(await Promise.all(next)).toEqual([10, 10, 20, 30, 30, null]);
      await outbox.delivered(await scene().claimed(3), 5, null);
      expect(await outbox.nextDueMs(10)).toBe(30);
    });
  });
}
