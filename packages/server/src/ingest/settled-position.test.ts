import { expect, test } from "bun:test";
import { at } from "../queue/test-positions.ts";
import { SettledPosition } from "./settled-position.ts";

const longMs = 600_000;

/** Returns which of the promises have resolved, once everything that is due has run. */
async function resolved(promises: readonly Promise<void>[]): Promise<number[]> {
  const done: number[] = [];
  for (const [n, promise] of promises.entries()) void promise.then(() => done.push(n));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test("answers settled requests at once", async () => {
  const settled = new SettledPosition([at(100)], longMs);
  expect(await resolved([settled.until(at(99), 1), settled.until(at(100), 1)])).toEqual([0, 1]);
  expect(settled.waiting).toBe(0);
});

test("answers all covered requests in order with one report, and no others", async () => {
  const settled = new SettledPosition([at(0)], longMs);
  const waiting = [10, 20, 20, 30].map((position) => settled.until(at(position), 1));
  const done = resolved(waiting);
  settled.reached(at(20), []);
  expect(await done).toEqual([0, 1, 2]);
  expect(settled.waiting).toBe(1);
  settled.reached(at(1000), []);
  await Promise.all(waiting);
  expect(settled.waiting).toBe(0);
});

test("keeps requests of an account waiting whose readings are parked, and lets the others pass", async () => {
  const settled = new SettledPosition([at(0)], longMs);
  const waiting = [
    settled.until(at(10), 1),
    settled.until(at(20), 2),
    settled.until(at(30), 1),
    settled.until(at(40), 2),
  ];
  const done = resolved(waiting);
  settled.reached(at(40), [{ accountId: 1, position: at(15) }]);
  expect(await done).toEqual([0, 1, 3]);
  expect(await resolved([settled.until(at(30), 1), settled.until(at(30), 2)])).toEqual([1]);
  settled.reached(at(40), []);
  await Promise.all(waiting);
  expect(settled.waiting).toBe(0);
});

test("applies a report only to its own partition", async () => {
  const settled = new SettledPosition([at(100)], longMs);
  const elsewhere = (sequence: number) => ({ partition: 1, sequence });
  const waiting = [
    settled.until(elsewhere(50), 1),
    settled.until(at(110), 1),
    settled.until(elsewhere(60), 2),
  ];
  const first = resolved(waiting);
  settled.reached(at(200), []);
  expect(await first).toEqual([1]);
  const second = resolved(waiting);
  settled.reached(elsewhere(60), [{ accountId: 1, position: elsewhere(40) }]);
  settled.reached(at(210), []);
  expect(await second).toEqual([1, 2]);
  expect(await resolved([settled.until(at(205), 1), settled.until(elsewhere(55), 1)])).toEqual([0]);
  settled.reached(elsewhere(60), []);
  await Promise.all(waiting);
  expect(settled.waiting).toBe(0);
});

test("answers without a report once the wait is over, each at its own time", async () => {
  const settled = new SettledPosition([at(0)], 50);
  for (let round = 0; round < 2; round++) {
    const startedMs = performance.now();
    await Promise.all([settled.until(at(10), 1), settled.until(at(20), 1)]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(49);
  }
  expect(settled.waiting).toBe(0);
});

test("does not wait at all with a wait of zero", async () => {
  expect(await resolved([new SettledPosition([at(0)], 0).until(at(10), 1)])).toEqual([0]);
});

test("never keeps more waiting than its limit", async () => {
  const settled = new SettledPosition([at(0)], longMs, 2);
  const waiting = [10, 20, 30].map((position) => settled.until(at(position), 1));
  expect(await resolved(waiting)).toEqual([2]);
  expect(settled.waiting).toBe(2);
});
