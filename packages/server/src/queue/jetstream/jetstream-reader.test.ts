import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { onlyPartition } from "../position.ts";
import { everything, frame, numbersIn } from "../queue-under-test.ts";
import { at } from "../test-positions.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import { openTestQueue, openTestStream } from "./test-queue.ts";

describeUnless(await whyNoEngines(), "a reader of the queue on JetStream", () => {
  test("that has read further than the server has come gets nothing again when the server catches up", async () => {
    await using nats = await testNats();
    await using stream = await openTestStream({ url: nats.url, partitions: 1 });
    const queue = await openTestQueue(stream);
    const partition = queue.partition(onlyPartition);
    for (let number = 1; number <= 3; number++) await partition.append(frame(number), 1);
    const reader = new JetStreamReader(stream);
    // As after 6 entries that were read from another server.
    expect(await reader.read(onlyPartition, at(6), everything)).toEqual([]);
    for (let number = 4; number <= 8; number++) await partition.append(frame(number), 1);
    expect(numbersIn(await reader.read(onlyPartition, at(6), everything))).toEqual([7, 8]);
    await reader.close();
    await queue.close();
  });

  test("learns from an entry which one its writer was acknowledged before it, and can ask for that one", async () => {
    await using nats = await testNats();
    await using stream = await openTestStream({ url: nats.url, partitions: 2 });
    const queue = await openTestQueue(stream);
    for (const [partition, number] of [
      [0, 1],
      [1, 2],
      [0, 3],
    ] as const)
      await queue.partition(partition).append(frame(number), 1);
    const reader = new JetStreamReader(stream);
    const [first, second] = await reader.read(0, null, everything);
    expect(first!.origin).toEqual({ writer: expect.any(String), number: 1 });
    expect(second!.origin).toEqual({
      ...first!.origin!,
      number: 3,
      previous: { number: 1, sequence: 1, entries: 1, readings: 1 },
    });
    expect(await reader.readAt(first!.position)).toEqual(first!);
    expect(await reader.readAt({ partition: 1, sequence: 1 })).toBeNull();
    expect(await reader.readAt(at(9))).toBeNull();
    await reader.close();
    await queue.close();
  });
});
