import { describe, expect, test } from "bun:test";
import type { OutboxListQuery } from "./queries.ts";
import {
  destinationA,
  eachOutboxScene,
  mail,
  mqtt,
  type OutboxAdapter,
  outboxEntry,
  webhook,
} from "./test-outbox-scene.ts";

/** Checks what every outbox promises about lists for people (see outbox-queries.ts), on the real engine. */
export function outboxQueriesContract(name: string, adapter: OutboxAdapter): void {
  describe(`${name}: lists for people`, () => {
    const scene = eachOutboxScene(adapter);

    const ids = async (query: Partial<OutboxListQuery>): Promise<number[]> =>
      (await scene().list({ limit: 10, ...query })).map(({ id }) => id);

    test("show every column, the newest first, filtered and page by page", async () => {
      for (const accountId of [1, 2, 1, 2, 1]) {
        await scene().add({
          accountId,
          sensorId: 3,
          chainId: 4,
          nodeId: "n5",
          destination: destinationA,
          nowMs: 6,
        });
      }
      await scene().outbox.failed(await scene().claimed(1), "why", 7, null);
      await scene().outbox.failed(await scene().claimed(3), "why", 7, null);
      expect(await ids({})).toEqual([5, 4, 3, 2, 1]);
      expect(await ids({ limit: 2 })).toEqual([5, 4]);
      expect(await ids({ limit: 2, beforeId: 4 })).toEqual([3, 2]);
      expect(await ids({ accountId: 2 })).toEqual([4, 2]);
      expect(await ids({ state: "dead" })).toEqual([3, 1]);
      expect(await ids({ state: "waiting", accountId: 1 })).toEqual([5]);
      expect(await ids({ state: "dead", accountId: 1, beforeId: 3 })).toEqual([1]);
      expect(await scene().find(99)).toBeNull();
      expect(await scene().find(1)).toEqual({
        id: 1,
        key: "key-1",
        accountId: 1,
        sensorId: 3,
        chainId: 4,
        nodeId: "n5",
        destination: destinationA,
        message: outboxEntry({}).message,
        createdMs: 6,
        dueMs: 6,
        tries: 1,
        state: "dead",
        lastError: "why",
        heldBecause: null,
        settledMs: 7,
      });
    });

    test("are filtered by chain, node, sensors and kind", async () => {
      await scene().add({ sensorId: 1, chainId: 1, nodeId: "tell", message: webhook });
      await scene().add({ sensorId: 1, chainId: 1, nodeId: "write", message: mail });
      await scene().add({ sensorId: 2, chainId: 1, nodeId: "tell", message: webhook });
      await scene().add({ sensorId: 3, chainId: 2, nodeId: "tell", message: mqtt });
      await scene().add({ sensorId: 3, chainId: 2, nodeId: "tell", message: mqtt, accountId: 2 });
      await scene().outbox.failed(await scene().claimed(3), "why", 7, null);
      expect(await ids({ chainId: 1 })).toEqual([3, 2, 1]);
      expect(await ids({ chainId: 1, nodeId: "tell" })).toEqual([3, 1]);
      expect(await ids({ sensorIds: [1] })).toEqual([2, 1]);
      expect(await ids({ sensorIds: [2, 3], accountId: 1 })).toEqual([4, 3]);
      expect(await ids({ sensorIds: [] })).toEqual([]);
      expect(await ids({ kind: "webhook" })).toEqual([3, 1]);
      expect(await ids({ kind: "mail" })).toEqual([2]);
      expect(await ids({ kind: "mqtt", accountId: 1 })).toEqual([4]);
      expect(await ids({ kind: "webhook", chainId: 1, state: "waiting", accountId: 1 })).toEqual([1]);
      expect(await ids({ kind: "webhook", sensorIds: [1, 2], limit: 1, beforeId: 3 })).toEqual([1]);
    });
  });
}
