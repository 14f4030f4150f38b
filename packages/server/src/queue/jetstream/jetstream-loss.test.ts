import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestNatsCluster, testNatsCluster, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { QueueUnavailableError } from "../queue.ts";
import type { QueueEntry } from "../queue-reader.ts";
import { everything, frame, numbersIn } from "../queue-under-test.ts";
import type { JetStreamPartition } from "./jetstream-partition.ts";
import type { JetStreamQueue } from "./jetstream-queue.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { QueueFullError } from "./publish-entry.ts";
import type { QueueStream } from "./queue-stream.ts";
import { openTestQueue, openTestStream } from "./test-queue.ts";

const partitions = 4;
const burst = 5;

describeUnless(await whyNoEngines(), "a stream on three servers", () => {
  test("loses nothing that was acknowledged when its leader is killed under load, and keeps the order", async () => {
    await using cluster = await testNatsCluster();
    await using stream = await openWhenPlaced(cluster);
    expect(stream.replicas).toBe(3);
    const queue = await openTestQueue(stream);
    const load = new Load(queue);
    const running = load.run();
    while (load.acknowledged.length < 500) await Bun.sleep(5);
    await leaderOf(stream, cluster).kill();
    const atKill = load.acknowledged.length;
    while (load.acknowledged.length < atKill + 500) await Bun.sleep(5);
    load.stop();
    await running;

    const reader = new JetStreamReader(stream);
    const kept = new Set<number>();
    for (let partition = 0; partition < partitions; partition++) {
      const numbers = numbersIn(await readWhenElected(reader, partition));
      const firsts = [...new Set(numbers)];
      expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
      for (const number of firsts) kept.add(number);
    }
    expect(load.acknowledged.filter((number) => !kept.has(number))).toEqual([]);
    await reader.close();
  }, 90_000);

  test("is read from the server that leads it", async () => {
    await using cluster = await testNatsCluster();
    await using stream = await openWhenPlaced(cluster);
    const reader = new JetStreamReader(stream);
    for (let partition = 0; partition < partitions; partition++) await readWhenElected(reader, partition);
    const { cluster: servers } = await stream.manager.streams.info(stream.name);
    const expected = Array.from({ length: partitions }, () => servers!.leader);
    await waitUntil("consumers elsewhere are gone, and one is left for each partition", async () => {
      const consumers = await Array.fromAsync(stream.manager.consumers.list(stream.name));
      return Bun.deepEquals(
        consumers.map((consumer) => consumer.cluster?.leader),
        expected,
      );
    });
    await reader.close();
  }, 60_000);

  test("refuses what it has no room for, like a single server", async () => {
    await using cluster = await testNatsCluster();
    await using stream = await openWhenPlaced(cluster, 5000);
    const partition = (await openTestQueue(stream)).partition(0);
    const fill = async () => {
      for (let number = 1; number < 20; number++) await partition.append(frame(number, 1000), 1);
    };
    expect(await fill().catch((error) => error)).toBeInstanceOf(QueueFullError);
    await stream.manager.streams.purge(stream.name);
    await partition.append(frame(1), 1);
  }, 60_000);
});

/** Appends numbers to all partitions, several at a time. After a refusal it continues with new numbers. */
class Load {
  readonly acknowledged: number[] = [];
  readonly #queue: JetStreamQueue;
  #isStopped = false;

  constructor(queue: JetStreamQueue) {
    this.#queue = queue;
  }

  async run(): Promise<void> {
    await Promise.all(
      Array.from({ length: partitions }, (_, number) => this.#write(this.#queue.partition(number))),
    );
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #write(partition: JetStreamPartition): Promise<void> {
    for (let number = 1; !this.#isStopped; number += burst) {
      await Promise.all(Array.from({ length: burst }, (_, nth) => this.#append(partition, number + nth)));
    }
  }

  async #append(partition: JetStreamPartition, nth: number): Promise<void> {
    const number = partition.lastPosition.partition * 1_000_000 + nth;
    try {
      await partition.append(frame(number), 1);
      this.acknowledged.push(number);
    } catch {
      // It may be stored all the same, but it was not acknowledged.
    }
  }
}

/** Retries, because servers that have just started may not know of each other yet. */
async function openWhenPlaced(cluster: TestNatsCluster, bytesMax = 64 * 1024 * 1024) {
  for (;;) {
    try {
      return await openTestStream({ url: cluster.url, partitions, bytesMax });
    } catch {
      await Bun.sleep(100);
    }
  }
}

/**
 * Retries, because the killed server may have led all partitions, and another leader must be elected before anything
 * can be read.
 */
async function readWhenElected(reader: JetStreamReader, partition: number): Promise<readonly QueueEntry[]> {
  for (;;) {
    try {
      return await reader.read(partition, null, everything);
    } catch (error) {
      if (!(error instanceof QueueUnavailableError)) throw error;
    }
  }
}

function leaderOf(stream: QueueStream, cluster: TestNatsCluster) {
  return {
    async kill(): Promise<void> {
      const { cluster: placed } = await stream.manager.streams.info(stream.name);
      const names = cluster.url.split(",").map((url) => `n${new URL(url).port}`);
      await cluster.servers[names.indexOf(placed?.leader ?? "")]!.kill();
    },
  };
}
