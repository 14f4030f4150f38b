import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { MutingProxy } from "../../../../../tests/harness/muting-proxy.ts";
import { QueueUnavailableError } from "../queue.ts";
import { everything, frame, numbersIn } from "../queue-under-test.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { QueueFullError } from "./publish-entry.ts";
import { openTestQueue, openTestStream } from "./test-queue.ts";

describeUnless(await whyNoEngines(), "publishing to JetStream", () => {
  let nats: TestEngineProcess;

  beforeAll(async () => {
    nats = await testNats();
  });

  afterAll(async () => {
    await nats?.[Symbol.asyncDispose]();
  });

  const natsPort = () => Number(new URL(nats.url).port);

  test("publishes an entry again whose acknowledgement is lost, and stores it once", async () => {
    using proxy = await MutingProxy.open(natsPort());
    await using beside = await openTestStream({ url: nats.url, prefix: "repeated" });
    await using stream = await openTestStream({ url: `nats://127.0.0.1:${proxy.port}`, prefix: "repeated" });
    const queue = await openTestQueue(stream);
    const partition = queue.partition(0);
    const messages = async () => (await beside.manager.streams.info(beside.name)).state.messages;
    await partition.append(frame(1), 1);
    proxy.mute();
    const durable = partition.append(frame(2), 1);
    while ((await messages()) < 2) await Bun.sleep(5);
    const behind = partition.append(frame(3), 1);
    proxy.reset();
    await Promise.all([durable, behind]);
    const reader = new JetStreamReader(beside);
    expect(numbersIn(await reader.read(0, null, everything))).toEqual([1, 2, 3]);
    expect(await messages()).toBe(3);
    expect(partition.lastPosition).toEqual({ partition: 0, sequence: 3 });
    await reader.close();
  });

  test("refuses everything that waits when the stream is full, reports the loss first, and accepts again after a purge", async () => {
    await using stream = await openTestStream({ url: nats.url, prefix: "full", bytesMax: 5000 });
    const events: string[] = [];
    const queue = await openTestQueue(stream, { onLost: (partition) => events.push(`lost ${partition}`) });
    const partition = queue.partition(1);
    const append = async (number: number) => {
      try {
        await partition.append(frame(number, 1000), 1);
      } catch (error) {
        events.push(`refused ${number}`);
        expect(error).toBeInstanceOf(QueueFullError);
        expect(error).toBeInstanceOf(QueueUnavailableError);
        return false;
      }
      return true;
    };
    let number = 1;
    while (await append(number)) number++;
    expect(number).toBeGreaterThan(2);
    expect(events).toEqual(["lost 1", `refused ${number}`]);
    expect([queue.hasRoom(), await queue.probe()]).toEqual([false, true]);
    const published = append(90);
    await new Promise((resolve) => setImmediate(resolve));
    // Published after it, in an entry of its own.
    expect(await Promise.all([published, append(91)])).toEqual([false, false]);
    expect(events.slice(2)).toEqual(["lost 1", "refused 90", "refused 91"]);
    await stream.manager.streams.purge(stream.name);
    while (!queue.hasRoom()) await Bun.sleep(5);
    expect(await append(99)).toBeTrue();
    const reader = new JetStreamReader(stream);
    expect(numbersIn(await reader.read(1, null, everything), 1000)).toEqual([99]);
    await reader.close();
  });

  test("publishes as many partitions at once as allowed, then the others, each in order", async () => {
    await using stream = await openTestStream({ url: nats.url, prefix: "turns", partitions: 8 });
    const queue = await openTestQueue(stream, { publishesMax: 2 });
    const all: Promise<void>[] = [];
    for (let number = 0; number < 800; number++) {
      all.push(queue.partition(number % 8).append(frame(number), 1));
      if (number % 50 === 0) await Bun.sleep(0);
    }
    await Promise.all(all);
    const reader = new JetStreamReader(stream);
    for (let partition = 0; partition < 8; partition++) {
      const numbers = numbersIn(await reader.read(partition, null, everything));
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, nth) => nth * 8 + partition));
    }
    await reader.close();
  });
});
