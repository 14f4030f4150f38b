import { describe, expect, test } from "bun:test";
import {
  destinationA,
  eachOutboxScene,
  mail,
  mqtt,
  type OutboxAdapter,
  outboxEntry,
  waitingMax,
  webhook,
} from "./test-outbox-scene.ts";

/** Checks what every outbox promises about new messages (see outbox-entry.ts), on the real engine. */
export function outboxWritingContract(name: string, adapter: OutboxAdapter): void {
  describe(`${name}: writing`, () => {
    const scene = eachOutboxScene(adapter);
    const room = async (accountId: number): Promise<number> =>
      (await scene().rooms([accountId])).get(accountId)!;
    const keys = async (): Promise<string[]> => (await scene().list()).map(({ key }) => key);

    test("reads a message back unchanged, including umlauts and quotes", async () => {
      const messages = [webhook, mail, mqtt];
      for (const message of messages)
        await scene().add({ message, accountId: 7, destination: destinationA, nowMs: 123 });
      const rows = await scene().claim(await scene().due(123), 123);
      expect(rows.map(({ message }) => message)).toEqual(messages);
      expect(rows[0]).toMatchObject({
        key: "key-1",
        accountId: 7,
        destination: destinationA,
        tries: 0,
        createdMs: 123,
      });
    });

    test("keeps one row per key, the first", async () => {
      await scene().add({ key: "k", nowMs: 1 });
      await scene().add({ key: "k", nowMs: 2 }, { key: "l" }, { key: "l", nowMs: 3 });
      expect((await scene().list()).map(({ key, createdMs }) => [key, createdMs])).toEqual([
        ["l", 0],
        ["k", 1],
      ]);
    });

    test("does not write a settled row again", async () => {
      await scene().add({ key: "k" });
      await scene().outbox.delivered(await scene().claimed(1), 1, null);
      await scene().add({ key: "k" });
      expect(await scene().due(10)).toEqual([]);
      expect(await keys()).toEqual(["k"]);
    });

    test("keeps no rows of a batch that fails, and writes them again", async () => {
      await scene().writer.commitInVain({ messages: [outboxEntry({ key: "k" })] });
      expect([await scene().due(10), await keys()]).toEqual([[], []]);
      await scene().add({ key: "k" });
      expect(await keys()).toEqual(["k"]);
    });

    test("limits the waiting rows of an account, whatever others have", async () => {
      for (let row = 0; row < waitingMax; row++) {
        expect(await room(1)).toBe(waitingMax - row);
        await scene().add({ accountId: 1 });
      }
      expect([await room(1), await room(2)]).toEqual([0, waitingMax]);
      await scene().outbox.failed(await scene().claimed(1), "no", 1, 2);
      expect(await room(1)).toBe(0);
      await scene().outbox.failed(await scene().claimed(1), "no", 1, null);
      await scene().outbox.delivered(await scene().claimed(2), 1, null);
      expect(await room(1)).toBe(2);
      expect(await scene().rooms([1, 2, 3])).toEqual(
        new Map([
          [1, 2],
          [2, waitingMax],
          [3, waitingMax],
        ]),
      );
    });
  });
}
