import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { testNats, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { createLog } from "../../platform/log.ts";
import { openTestQueue, openTestStream } from "../../queue/jetstream/test-queue.ts";
import type { Position } from "../../queue/position.ts";
import { frame } from "../../queue/queue-under-test.ts";
import { QueueKeeper } from "./queue-keeper.ts";

describeUnless(await whyNoEngines(), "the keeper of the queue", () => {
  test("removes settled entries if it is the keeper, and logs a failure once", async () => {
    await using nats = await testNats();
    await using stream = await openTestStream({ url: nats.url, partitions: 1 });
    const queue = await openTestQueue(stream);
    for (let number = 1; number <= 3; number++) await queue.partition(0).append(frame(number), 1);
    const lines: string[] = [];
    let positions: Position[] | null = [{ partition: 0, sequence: 2 }];
    let isKeeper = false;
    let nowMs = 0;
    const keeper = new QueueKeeper({
      stream,
      windowMs: 1000,
      nowMs: () => nowMs,
      isKeeper: async () => isKeeper,
      log: createLog("info", "test", (line) => lines.push(line)),
      async positions() {
        if (positions === null) throw new Error("PostgreSQL is away.");
        return positions;
      },
    });
    const kept = async () => (await stream.manager.streams.info(stream.name)).state.messages;
    await keeper.keep();
    nowMs = 1000;
    await keeper.keep();
    expect(await kept()).toBe(3);
    isKeeper = true;
    await keeper.keep();
    nowMs = 2000;
    await keeper.keep();
    expect(await kept()).toBe(1);
    positions = null;
    await keeper.keep();
    await keeper.keep();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("PostgreSQL is away.");
    await keeper.stop();
  });
});
