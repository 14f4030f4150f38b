import { describe, expect, test } from "bun:test";
import { eachOutboxScene, type OutboxAdapter } from "./test-outbox-scene.ts";

/** Checks what every outbox promises about outcomes and settled messages (see outbox-store.ts), on the real engine. */
export function outboxSettlingContract(name: string, adapter: OutboxAdapter): void {
  describe(`${name}: settling`, () => {
    const scene = eachOutboxScene(adapter);

    test("records when and how a row was delivered, which no longer waits", async () => {
      await scene().add();
      await scene().add();
      await scene().outbox.delivered(await scene().claimed(1), 50, null);
      await scene().outbox.delivered(await scene().claimed(2), 60, "but not to everybody");
      expect(await scene().due(100)).toEqual([]);
      expect(await scene().claim([1, 2], 100)).toEqual([]);
      expect(await scene().record(1)).toMatchObject({
        state: "delivered",
        tries: 1,
        settledMs: 50,
        lastError: null,
      });
      expect(await scene().record(2)).toMatchObject({
        state: "delivered",
        settledMs: 60,
        lastError: "but not to everybody",
      });
    });

    test("makes a failed row wait with one more try, until it is dead", async () => {
      await scene().add({ nowMs: 10 });
      await scene().outbox.failed(await scene().claimed(1), "first", 20, 500);
      expect([await scene().due(499), await scene().due(500)]).toEqual([[], [1]]);
      expect(await scene().claim([1], 500)).toMatchObject([{ tries: 1, createdMs: 10 }]);
      expect(await scene().record(1)).toMatchObject({
        state: "waiting",
        dueMs: 500,
        lastError: "first",
        settledMs: null,
      });
      await scene().outbox.failed(await scene().claimed(1), "second", 600, null);
      expect(await scene().due(10_000)).toEqual([]);
      expect(await scene().record(1)).toMatchObject({
        state: "dead",
        tries: 2,
        lastError: "second",
        settledMs: 600,
      });
    });

    test("makes a refused row dead without another try", async () => {
      await scene().add();
      await scene().outbox.refused(await scene().claimed(1), "nobody wants it", 50);
      expect(await scene().due(100)).toEqual([]);
      expect(await scene().record(1)).toMatchObject({
        state: "dead",
        tries: 0,
        settledMs: 50,
        lastError: "nobody wants it",
      });
    });

    test("does not settle a settled row again", async () => {
      await scene().add();
      await scene().outbox.delivered(await scene().claimed(1), 50, null);
      await scene().outbox.failed(await scene().claimed(1), "late", 60, null);
      await scene().outbox.failed(await scene().claimed(1), "late", 60, 70);
      await scene().outbox.delivered(await scene().claimed(99), 60, null);
      expect(await scene().record(1)).toMatchObject({
        state: "delivered",
        tries: 1,
        settledMs: 50,
        lastError: null,
      });
    });

    test("makes a retried row wait with its tries reset, and leaves a waiting one alone", async () => {
      await scene().add({ nowMs: 10 });
      await scene().add({ nowMs: 10 });
      await scene().outbox.failed(await scene().claimed(1), "no", 20, null);
      await scene().outbox.failed(await scene().claimed(2), "no", 20, 500);
      expect([
        await scene().outbox.retry(1, 100),
        await scene().outbox.retry(2, 100),
        await scene().outbox.retry(3, 100),
      ]).toEqual([true, false, false]);
      expect(await scene().due(100)).toEqual([1]);
      expect(await scene().claim([1], 100)).toMatchObject([{ key: "key-1", tries: 0, createdMs: 10 }]);
      expect(await scene().record(1)).toMatchObject({ state: "waiting", lastError: null, settledMs: null });
      await scene().outbox.delivered(await scene().claimed(1), 200, null);
      expect(await scene().outbox.retry(1, 300)).toBeTrue();
      expect(await scene().due(300)).toEqual([1]);
    });

    test("keeps settled messages settled after reopening", async () => {
      await scene().add();
      await scene().add();
      await scene().outbox.delivered(await scene().claimed(1), 50, null);
      await scene().reopen();
      expect(await scene().due(100)).toEqual([2]);
    });
  });

  describe(`${name}: pruning`, () => {
    const scene = eachOutboxScene(adapter);

    async function settle(times: readonly number[]): Promise<void> {
      for (const [index, settledMs] of times.entries()) {
        await scene().add();
        await scene().outbox.delivered(await scene().claimed(index + 1), settledMs, null);
      }
      await scene().add();
    }

    async function left(): Promise<number[]> {
      return (await scene().list({ state: "delivered", limit: 100 })).map(({ settledMs }) => settledMs!);
    }

    test("deletes rows settled before a time, the oldest first, up to a limit", async () => {
      await settle([10, 20, 30, 40]);
      expect(await scene().outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 1 })).toBe(1);
      expect(await left()).toEqual([40, 30, 20]);
      expect(await scene().outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 10 })).toBe(1);
      expect(await left()).toEqual([40, 30]);
      expect(await scene().outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 10 })).toBe(0);
    });

    test("deletes the oldest of too many, however young", async () => {
      await settle([10, 20, 30, 40, 50]);
      expect(await scene().outbox.prune({ settledBeforeMs: 0, keepMax: 2, max: 10 })).toBe(3);
      expect(await left()).toEqual([50, 40]);
      expect(await scene().outbox.prune({ settledBeforeMs: 0, keepMax: 2, max: 10 })).toBe(0);
    });

    test("never deletes a waiting row", async () => {
      await settle([10]);
      expect(await scene().outbox.prune({ settledBeforeMs: 1_000_000, keepMax: 0, max: 10 })).toBe(1);
      expect(await scene().due(1_000_000)).toEqual([2]);
    });
  });
}
