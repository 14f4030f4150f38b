import { expect, test } from "bun:test";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { thisThread } from "./this-thread.ts";
import { ThreadTime } from "./thread-time.ts";

test("counts the time of a thread on a CPU, and not the time in which it waits", async () => {
  const thread = thisThread();
  const time = new ThreadTime(thread);
  const used = process.threadCpuUsage();
  const beganMs = time.ms();
  await waitUntil("the thread has worked for 20 ms", () => {
    for (const endMs = performance.now() + 5; performance.now() < endMs; );
    return process.threadCpuUsage(used).user >= 20_000;
  });
  const countedMs = time.ms() - beganMs;
  expect(countedMs).toBeGreaterThan(10);
  const worked = process.threadCpuUsage(used);
  if (thread !== null) expect(countedMs).toBeLessThan((worked.user + worked.system) / 1000 + 1);
});

test("counts at least as much for a thread without a number", () => {
  const own = process.threadCpuUsage();
  expect(new ThreadTime(null).ms()).toBeGreaterThanOrEqual((own.user + own.system) / 1000);
});
