import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { acceptedReadingsContract } from "../accepted-readings.contract.ts";
import { FrameWriter } from "../frame-writer.ts";
import { FrameReader } from "../packed-readings.ts";
import { everything } from "../queue-under-test.ts";
import { JetStreamAcceptedReadings } from "./jetstream-accepted-readings.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { openTestQueue, openTestStream, prefixOf } from "./test-queue.ts";

describeUnless(await whyNoEngines(), "accepted readings on JetStream", () => {
  let nats: TestEngineProcess;

  beforeAll(async () => {
    nats = await testNats([], ["max_payload: 16384"]);
  });

  afterAll(async () => {
    await nats?.[Symbol.asyncDispose]();
  });

  acceptedReadingsContract("JetStreamAcceptedReadings", {
    async openQueue(dataDir) {
      const stream = await openTestStream({ url: nats.url, prefix: prefixOf(dataDir), partitions: 1 });
      const queue = await openTestQueue(stream);
      const partition = queue.partition(0);
      return {
        async append(frames) {
          await Promise.all(frames.map((frame) => partition.append(frame, 1)));
          return partition.lastPosition;
        },
        async settleAll() {
          await stream.manager.streams.purge(stream.name);
        },
        async close() {
          await queue.close();
          await stream[Symbol.asyncDispose]();
        },
      };
    },
    async open(dataDir) {
      const stream = await openTestStream({ url: nats.url, prefix: prefixOf(dataDir), partitions: 1 });
      const accepted = new JetStreamAcceptedReadings(stream);
      return {
        of: (...asked) => accepted.of(...asked),
        async close() {
          await stream[Symbol.asyncDispose]();
        },
      };
    },
  });

  test("are found as a whole if their request takes several entries", async () => {
    await using stream = await openTestStream({ url: nats.url, prefix: "split", partitions: 2 });
    const queue = await openTestQueue(stream);
    const partition = queue.partition(1);
    const writer = new FrameWriter();
    writer.begin({ deviceId: 3, arrivalUs: 1000, batteryVolts: 3.3, request: { boot: 7, number: 9 } });
    for (let nth = 0; nth < 2000; nth++)
      writer.add(4 + (nth % 2), nth, 5_000_000 + nth, 5, nth, nth % 3 ? "" : '{"a":"ü"}');
    await partition.append(writer.finish(), 2000);
    const reader = new JetStreamReader(stream);
    const entries = await reader.read(1, null, everything);
    await reader.close();
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.reduce((sum, { readings }) => sum + readings, 0)).toBe(2000);
    const batteries = entries.map(({ data }) => {
      const frames = new FrameReader(data);
      frames.nextFrame();
      return frames.batteryVolts;
    });
    expect(batteries.filter((volts) => volts !== null)).toEqual([3.3]);
    const accepted = new JetStreamAcceptedReadings(stream);
    const found = await accepted.of({ boot: 7, number: 9 }, partition.lastPosition, 5000);
    expect(found?.map(({ value }) => value)).toEqual(Array.from({ length: 2000 }, (_, nth) => nth));
    expect(await accepted.of({ boot: 7, number: 9 }, partition.lastPosition, 700)).toHaveLength(700);
    expect(await accepted.of({ boot: 7, number: 8 }, partition.lastPosition, 700)).toBeNull();
  });
});
