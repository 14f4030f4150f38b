import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import {
  type TestEngineProcess,
  testNats,
  testRedis,
  whyNoEngines,
} from "../../../../../tests/harness/engines.ts";
import { pauseProcess } from "../../../../../tests/harness/running-process.ts";
import { FrameWriter } from "../frame-writer.ts";
import { intakeContract } from "../intake.contract.ts";
import { takeRequest } from "../intake.ts";
import { FrameReader } from "../packed-readings.ts";
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

  test("accepts without Redis what another node has accepted, and still recognises its own", async () => {
    await using gone = await testRedis();
    const options = { natsUrl: nats.url, redisUrl: gone.url, prefix: "without" };
    await using one = await openTestIntake(options);
    await using other = await openTestIntake(options);
    const take = (node: typeof one, value: number) => takeRequest(node.intake, packed(value));
    expect((await take(one, 1)).duplicates).toBeNull();
    await pauseProcess(gone.process);
    expect((await take(one, 2)).duplicates).toBeNull();
    expect(one.redis.isAway).toBeTrue();
    for (const value of [1, 2, 3]) expect((await take(other, value)).duplicates).toBeNull();
    expect((await take(one, 2)).duplicates?.readings).toBe(1);
    expect(await readTestStream(one.stream)).toHaveLength(5);
    gone.process.signal("SIGCONT");
    while (one.redis.isAway || other.redis.isAway) await Bun.sleep(5);
    expect((await take(one, 4)).duplicates).toBeNull();
    expect((await take(other, 4)).duplicates?.readings).toBe(1);
  });

  test("separates devices by partition, and keeps each partition in the order of its requests", async () => {
    const options = { natsUrl: nats.url, redisUrl: redis.url, prefix: "spread", partitions: 3 };
    await using node = await openTestIntake(options);
    const all = Array.from({ length: 90 }, (_, nth) => takeRequest(node.intake, packed(nth, nth % 9)));
    const positions = (await Promise.all(all)).map(({ position }) => position);
    expect(positions.map(({ partition }) => partition)).toEqual(positions.map((_, nth) => (nth % 9) % 3));
    const values: number[] = [];
    const frames = new FrameReader(Buffer.concat(await readTestStream(node.stream)));
    while (frames.nextFrame()) while (frames.nextReading()) values.push(frames.value);
    const expected = [0, 1, 2].flatMap((rest) => Array.from({ length: 30 }, (_, nth) => nth * 3 + rest));
    expect(values).toEqual(expected);
  });

  test("waits for servers that are too slow to answer while it opens", async () => {
    let unanswered = 2;
    await using node = await openTestIntake({
      natsUrl: nats.url,
      redisUrl: redis.url,
      prefix: "slow",
      between: (stream) => {
        const streams = Object.create(stream.manager.streams, {
          getMessage: {
            value: async (...asked: Parameters<typeof stream.manager.streams.getMessage>) => {
              if (unanswered-- > 0) throw new Error("timeout");
              return stream.manager.streams.getMessage(...asked);
            },
          },
        });
        return { ...stream, manager: Object.create(stream.manager, { streams: { value: streams } }) };
      },
    });
    expect(node.queue.hasRoom()).toBeTrue();
    expect(unanswered).toBeLessThan(0);
  });
});

function packed(value: number, deviceId = 7): FrameWriter {
  const frame = new FrameWriter(64);
  const request = { boot: 1, number: value };
  frame.begin({ deviceId, arrivalUs: Date.now() * 1000, batteryVolts: null, request });
  frame.add(1 + deviceId, value, 5_000_000, 5, 0, "");
  frame.finish();
  return frame;
}
