import { Database } from "bun:sqlite";
import { describe, expect } from "bun:test";
import { join } from "node:path";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import { queued } from "./expected-answers.ts";

describe("readiness", () => {
  const server = useServer();
  const readiness = async () => (await fetch(`${server().weir.url}/readyz`)).status;

  unlessCluster("it is about the queue's file")(
    "turns 503 while the queue thread is stuck, before any request has failed, and 200 again after it",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      expectAnswer(await client.send(device, single({ data: { value: 1 } })), queued({ accepted: 1 }));
      const queue = holdQueue(weir.dataDir!);
      await waitUntil("the server is not ready", async () => (await readiness()) === 503);
      expect(await readiness()).toBe(503);
      queue[Symbol.dispose]();
      await waitUntil("the server is ready again", async () => (await readiness()) === 200);
      expectAnswer(await client.send(device, single({ data: { value: 2 } })), queued({ accepted: 1 }));
    },
    timeoutMs,
  );

  unlessCluster("it is about the queue's file")(
    "turns 503 while a request waits for a stuck queue thread, long before it is refused",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      const queue = holdQueue(weir.dataDir!);
      const waiting = client.send(device, single({ data: { value: 1 } }));
      await waitUntil("the server is not ready", async () => (await readiness()) === 503);
      queue[Symbol.dispose]();
      expectAnswer(await waiting, queued({ accepted: 1 }));
      await waitUntil("the server is ready again", async () => (await readiness()) === 200);
    },
    timeoutMs,
  );
});

/**
 * Keeps the queue thread from writing by holding the write lock of the queue's file until disposed of. The thread hangs
 * in its write as it would on a disk that does not answer.
 */
function holdQueue(dataDir: string): Disposable {
  const queue = new Database(join(dataDir, "queue.db"), { readwrite: true });
  queue.run("PRAGMA busy_timeout = 10000");
  queue.run("BEGIN IMMEDIATE");
  return {
    [Symbol.dispose]() {
      queue.run("ROLLBACK");
      queue.close();
    },
  };
}
