import { afterAll, beforeAll } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { onlyPartition } from "../position.ts";
import { queueOrderContract } from "../queue-order.contract.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { openTestQueue, openTestStream, prefixOf } from "./test-queue.ts";

describeUnless(await whyNoEngines(), "the queue on JetStream", () => {
  let nats: TestEngineProcess;

  beforeAll(async () => {
    nats = await testNats([], ["max_payload: 4194304"]);
  });

  afterAll(async () => {
    await nats?.[Symbol.asyncDispose]();
  });

  const openStream = (dataDir: string) => openTestStream({ url: nats.url, prefix: prefixOf(dataDir) });

  queueOrderContract("JetStreamQueue", {
    async open(dataDir, { onAppended, onLost }) {
      const stream = await openStream(dataDir);
      const queue = await openTestQueue(stream, { onAppended, onLost: (_, error) => onLost(String(error)) });
      const partition = queue.partition(onlyPartition);
      return {
        append: (frame, readings) => partition.append(frame, readings),
        barrier: () => partition.barrier(),
        hasRoom: () => partition.hasRoom(),
        count: (counter, by) => partition.count(counter, by),
        get lastPosition() {
          return partition.lastPosition;
        },
        async close() {
          await queue.close();
          await stream[Symbol.asyncDispose]();
        },
      };
    },
    async openReader(dataDir) {
      const stream = await openStream(dataDir);
      const reader = new JetStreamReader(stream);
      return {
        read: (...asked) => reader.read(...asked),
        hasForgotten: (partition) => reader.hasForgotten(partition),
        async close() {
          await reader.close();
          await stream[Symbol.asyncDispose]();
        },
      };
    },
    async makeNewer(dataDir) {
      await using stream = await openStream(dataDir);
      await stream.manager.streams.update(stream.name, {
        description: "Readings that Weir has accepted, format 99",
      });
    },
  });
});
