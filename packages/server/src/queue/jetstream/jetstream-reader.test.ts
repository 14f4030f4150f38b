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
});
