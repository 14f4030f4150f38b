import { expect, test } from "bun:test";
import { LastWrite } from "./last-write.ts";
import { QueueReadiness } from "./queue-readiness.ts";

/** A queue whose writes end when the test says so. */
function queueOf() {
  const probes: PromiseWithResolvers<boolean>[] = [];
  const queue = {
    room: true,
    probes,
    hasRoom: () => queue.room,
    probe() {
      probes.push(Promise.withResolvers());
      return probes.at(-1)!.promise;
    },
  };
  let nowMs = 0;
  const lastWrite = new LastWrite(() => nowMs);
  const readiness = new QueueReadiness(queue, lastWrite, () => nowMs);
  return { queue, readiness, lastWrite, advanceMs: (ms: number) => (nowMs += ms) };
}

test("trusts a recent write, and writes at most once a second however often it is asked", async () => {
  const { queue, readiness, lastWrite, advanceMs } = queueOf();
  lastWrite.wrote();
  advanceMs(999);
  expect(await readiness.isWritable()).toBe(true);
  expect(queue.probes).toHaveLength(0);
  advanceMs(1);
  const answers = Promise.all([1, 2, 3].map(() => readiness.isWritable()));
  queue.probes[0]!.resolve(true);
  expect(await answers).toEqual([true, true, true]);
  expect(await readiness.isWritable()).toBe(true);
  expect(queue.probes).toHaveLength(1);
});

test("tries again at once after a lost write, however recent the success before it", async () => {
  const { queue, readiness, lastWrite } = queueOf();
  lastWrite.wrote();
  lastWrite.failed();
  expect(readiness.seemsWritable).toBe(false);
  const answer = readiness.isWritable();
  queue.probes[0]!.resolve(false);
  expect(await answer).toBe(false);
});

test("counts as unable to write while an attempt does not end", async () => {
  const { queue, readiness, advanceMs } = queueOf();
  const first = readiness.isWritable();
  advanceMs(1000);
  expect(await readiness.isWritable()).toBe(false);
  expect(readiness.seemsWritable).toBe(false);
  expect(await first).toBe(false);
  expect(queue.probes).toHaveLength(1);
  queue.probes[0]!.resolve(true);
  await Promise.resolve();
  expect(await readiness.isWritable()).toBe(true);
});

test("is not ready at the queue's limit, and writes nothing to find out", async () => {
  const { queue, readiness, lastWrite } = queueOf();
  lastWrite.wrote();
  queue.room = false;
  expect(await readiness.isWritable()).toBe(false);
  expect(queue.probes).toHaveLength(0);
});
