import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestEngineProcess, testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import type { Position } from "../position.ts";
import { everything, frame, numbersIn } from "../queue-under-test.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { QueueBacklog } from "./queue-backlog.ts";
import type { QueueStream } from "./queue-stream.ts";
import { QueueTrim } from "./queue-trim.ts";
import { openTestQueue, openTestStream } from "./test-queue.ts";

const windowMs = 1000;

describeUnless(await whyNoEngines(), "trimming the stream", () => {
  let nats: TestEngineProcess;
  let prefixes = 0;

  beforeAll(async () => {
    nats = await testNats();
  });

  afterAll(async () => {
    await nats?.[Symbol.asyncDispose]();
  });

  /** A stream of two partitions, with entries 1 to 10 in turn. */
  async function openScene(keptBytesMax = Number.MAX_SAFE_INTEGER) {
    const stream = await openTestStream({ url: nats.url, prefix: `trim${prefixes++}`, partitions: 2 });
    const queue = await openTestQueue(stream);
    const clock = { ms: 0 };
    const trim = new QueueTrim(stream, { windowMs, keptBytesMax, nowMs: () => clock.ms });
    for (let number = 1; number <= 10; number++)
      await queue.partition(number % 2).append(frame(number), number);
    return { stream, queue, clock, trim, [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose]() };
  }

  async function kept(stream: QueueStream): Promise<number[]> {
    const reader = new JetStreamReader(stream);
    const entries = [await reader.read(0, null, everything), await reader.read(1, null, everything)];
    await reader.close();
    return entries.flatMap((read) => numbersIn(read)).toSorted((one, other) => one - other);
  }

  const at = (partition: number, sequence: number): Position => ({ partition, sequence });
  const from = (first: number) => Array.from({ length: 11 - first }, (_, nth) => first + nth);

  test("deletes settled entries once they are older than the window, and no others", async () => {
    await using scene = await openScene();
    const { stream, trim, clock, queue } = scene;
    const all = [at(0, 10), at(1, 9)];
    await trim.trim(all);
    clock.ms = windowMs - 1;
    await trim.trim(all);
    expect(await kept(stream)).toEqual(from(1));
    await queue.partition(0).append(frame(12), 1);
    clock.ms = windowMs;
    await trim.trim([at(0, 4), at(1, 9)]);
    expect(await kept(stream)).toEqual([...from(6), 12]);
    await trim.trim([at(0, 11), at(1, 9)]);
    // The twelfth entry is younger than the window.
    expect(await kept(stream)).toEqual([12]);
    expect(await new JetStreamReader(stream).hasForgotten(0)).toBeTrue();
  });

  test("deletes nothing from the first entry of an unsettled partition on", async () => {
    await using scene = await openScene();
    const { stream, trim, clock } = scene;
    await trim.trim([]);
    clock.ms = windowMs;
    await trim.trim([at(0, 10)]);
    expect(await kept(stream)).toEqual(from(1));
    await trim.trim([at(0, 10), at(1, 1)]);
    expect(await kept(stream)).toEqual(from(3));
  });

  test("is not held up by a partition without entries", async () => {
    await using stream = await openTestStream({ url: nats.url, prefix: "trim-idle", partitions: 2 });
    const queue = await openTestQueue(stream);
    const clock = { ms: 0 };
    const trim = new QueueTrim(stream, { windowMs, keptBytesMax: 1e9, nowMs: () => clock.ms });
    for (let number = 1; number <= 3; number++) await queue.partition(1).append(frame(number), 1);
    await trim.trim([]);
    clock.ms = windowMs;
    await trim.trim([at(1, 3)]);
    expect(await kept(stream)).toEqual([]);
  });

  test("deletes settled entries before the window is over if the stream is too large, the oldest first", async () => {
    await using scene = await openScene(500);
    const { stream, trim } = scene;
    await trim.trim([at(0, 10), at(1, 9)]);
    expect(await kept(stream)).toEqual(from(6));
    await trim.trim([at(0, 10), at(1, 9)]);
    const left = await kept(stream);
    expect(left.length).toBeLessThan(5);
    expect(left.at(-1)).toBe(10);
  });

  test("deletes other partitions' settled entries from a stream that is too large while one is held up", async () => {
    await using scene = await openScene(1000);
    const { stream, trim } = scene;
    await trim.trim([at(0, 10)]);
    expect(await kept(stream)).toEqual([1, 3, 5, 6, 7, 8, 9, 10]);
  });

  test("counts exactly what waits, as it grows and is settled", async () => {
    await using scene = await openScene();
    const { stream, queue } = scene;
    const backlog = new QueueBacklog(stream);
    const readings = async (...settled: Position[]) =>
      (await backlog.count(settled)).map((one) => one.readings);
    expect(await readings(at(0, 0), at(1, 0))).toEqual([30, 25]);
    expect(await readings(at(0, 4), at(1, 9))).toEqual([24, 0]);
    await queue.partition(1).append(frame(11), 11);
    expect(await backlog.count([at(0, 10), at(1, 9)])).toMatchObject([
      { entries: 0, readings: 0, bytes: 0, oldestMs: null, lastPosition: at(0, 10) },
      { entries: 1, readings: 11, bytes: 64, oldestMs: expect.any(Number), lastPosition: at(1, 11) },
    ]);
    // The new owner of the partition may have begun before.
    expect(await readings(at(1, 3))).toEqual([5 + 7 + 9 + 11]);
    for await (const { name } of stream.manager.consumers.list(stream.name))
      await stream.manager.consumers.delete(stream.name, name);
    await queue.partition(1).append(frame(13), 13);
    expect(await readings(at(1, 9), at(0, 8))).toEqual([24, 10]);
    await backlog.close();
  });
});
