import { afterAll, beforeAll } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import {
  type TestEngineProcess,
  testNats,
  testRedis,
  whyNoEngines,
} from "../../../../../tests/harness/engines.ts";
import { intakeContract } from "../intake.contract.ts";
import { openTestIntake, readTestStream } from "./test-intake.ts";
import { prefixOf } from "./test-queue.ts";

/** Two entries of one reading fit, and a third does not. */
const twoEntriesBytes = 700;

describeUnless(await whyNoEngines(), "the intake of a cluster", () => {
  let nats: TestEngineProcess;
  let redis: TestEngineProcess;

  beforeAll(async () => {
    [nats, redis] = await Promise.all([testNats(), testRedis()]);
  });

  afterAll(async () => {
    await nats?.[Symbol.asyncDispose]();
    await redis?.[Symbol.asyncDispose]();
  });

  intakeContract("JetStreamIntake", {
    hasNodes: true,
    asksStore: false,
    async open(dataDir, { backlogBytesMax }) {
      const bytesMax = backlogBytesMax === undefined ? {} : { bytesMax: twoEntriesBytes };
      const prefix = prefixOf(dataDir);
      const node = await openTestIntake({ natsUrl: nats.url, redisUrl: redis.url, prefix, ...bytesMax });
      return {
        intake: node.intake,
        readQueue: () => readTestStream(node.stream),
        async settleAll() {
          await node.stream.manager.streams.purge(node.stream.name);
          while (!node.queue.hasRoom()) await Bun.sleep(5);
        },
        close: () => node[Symbol.asyncDispose](),
      };
    },
  });
});
