import { beforeEach, describe, expect, test } from "bun:test";
import type { Claim, OutboxStore } from "./outbox-store.ts";
import { eachOutboxScene, type OutboxAdapter, type OutboxUnderTest } from "./test-outbox-scene.ts";

/** Checks what every outbox promises about claims (see outbox-store.ts), on the real engine. */
export function outboxClaimsContract(name: string, adapter: OutboxAdapter): void {
  describe(`${name}: claims`, () => {
    const scene = eachOutboxScene(adapter);
    let other: OutboxUnderTest;

    beforeEach(async () => {
      other = await scene().openAs("other");
    });

    test("neither returns a claimed row as due nor claims it again until its lease ends", async () => {
      await scene().add();
      await scene().add();
      expect((await scene().claim([2, 1], 100)).map(({ id }) => id)).toEqual([2, 1]);
      expect(await scene().due(149)).toEqual([]);
      expect([await scene().claim([1, 2], 149), await scene().claim([1, 2], 149, other)]).toEqual([[], []]);
      expect(await scene().outbox.nextDueMs(100)).toBe(150);
      expect(await scene().due(150)).toEqual([1, 2]);
      expect(await scene().claim([1], 150, other)).toHaveLength(1);
      expect((await scene().claim([1, 2], 150)).map(({ id }) => id)).toEqual([2]);
    });

    test("gives each row to one of several deliverers that claim at once", async () => {
      const rows = 40;
      await scene().add(...Array.from({ length: rows }, () => ({})));
      for (let round = 0; round < 10; round++) {
        const ids = await scene().due(1000 * round);
        expect(ids).toHaveLength(rows);
        const claims = await Promise.all(
          // The two claim in opposite orders, so that they meet in the middle.
          [undefined, other, undefined, other].map((by, nth) =>
            scene().claim(nth % 2 === 0 ? ids : ids.toReversed(), 1000 * round, by),
          ),
        );
        const claimedIds = claims.flat().map(({ id }) => id);
        expect(claimedIds.sort((one, two) => one - two)).toEqual(ids);
        expect(new Set(claims.flat().map(({ claim }) => claim))).toEqual(new Set([round + 1]));
      }
    });

    test("returns the rows after claimed ones of a lane as due", async () => {
      for (let row = 0; row < 4; row++) await scene().add();
      await scene().claim([1, 2], 100, other);
      expect(await scene().due(100, { perLaneMax: 1 })).toEqual([3]);
    });

    test("claims only waiting rows", async () => {
      await scene().add();
      await scene().outbox.delivered(await scene().claimed(1), 50, null);
      expect(await scene().claim([1, 99], 100)).toEqual([]);
    });

    test("ends the claim of a row that is settled or released", async () => {
      for (let row = 0; row < 3; row++) await scene().add();
      const [first, second, third] = await scene().claim([1, 2, 3], 100);
      expect(await scene().outbox.failed(first!, "no", 101, 102)).toBeTrue();
      await scene().outbox.release(second!);
      expect(await scene().due(102)).toEqual([2, 1]);
      expect(await scene().outbox.delivered(third!, 103, null)).toBeTrue();
      expect(await scene().outbox.retry(3, 104)).toBeTrue();
      expect(await scene().due(104)).toEqual([2, 1, 3]);
    });

    test("lets a restarted owner give up its own claims, and no others", async () => {
      for (let row = 0; row < 4; row++) await scene().add();
      await scene().claim([1, 2, 3], 100);
      await scene().claim([4], 100, other);
      await scene().reopen();
      await scene().outbox.releaseOthers([2]);
      expect(await scene().due(101)).toEqual([1, 3]);
    });

    test("accepts the outcome of a row after its lease, unless it was claimed again", async () => {
      await scene().add();
      const [row] = await scene().claim([1], 100);
      expect(await scene().due(500)).toEqual([1]);
      expect(await scene().outbox.delivered(row!, 500, null)).toBeTrue();
      expect((await scene().record(1)).state).toBe("delivered");
    });

    /** Every way to report the outcome of a row. */
    const tellings: Record<string, (outbox: OutboxStore, row: Claim) => Promise<unknown>> = {
      delivery: (outbox, row) => outbox.delivered(row, 201, "late"),
      failure: (outbox, row) => outbox.failed(row, "late", 201, 202),
      "last failure": (outbox, row) => outbox.failed(row, "late", 201, null),
      refusal: (outbox, row) => outbox.refused(row, "late", 201),
      release: (outbox, row) => outbox.release(row),
    };

    for (const [what, tell] of Object.entries(tellings)) {
      test(`ignores the ${what} of an owner that has lost the row, and keeps the other's claim`, async () => {
        await scene().add();
        const [lost] = await scene().claim([1], 100);
        const [row] = await scene().claim([1], 200, other);
        const before = await scene().record(1);
        expect(await tell(scene().outbox, lost!)).not.toBe(true);
        expect(await scene().record(1)).toEqual(before);
        expect(await scene().due(210)).toEqual([]);
        expect(await other.outbox.failed(row!, "no answer", 220, 230)).toBeTrue();
        expect(await scene().record(1)).toMatchObject({ state: "waiting", tries: 1, lastError: "no answer" });
      });

      test(`ignores the ${what} of an owner after another of its name has given up the claim`, async () => {
        await scene().add();
        const [lost] = await scene().claim([1], 100);
        const next = await scene().openAs("one");
        await next.outbox.releaseOthers([]);
        const before = await scene().record(1);
        await tell(scene().outbox, lost!);
        expect(await scene().record(1)).toEqual(before);
        const [row] = await scene().claim([1], 110, next);
        await tell(scene().outbox, lost!);
        expect(await scene().due(110)).toEqual([]);
        expect(await next.outbox.delivered(row!, 120, null)).toBeTrue();
      });
    }
  });
}
