import { expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { openDatabase } from "../platform/sqlite/open-database.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { sqliteOutbox } from "../store/outbox/outbox-sqlite.ts";
import { StoreFault } from "../store/store-fault.ts";
import { leaseMs } from "./claims.ts";
import { delivered, failed } from "./sender.ts";
import { quiet, TestOutbox } from "./test-outbox.ts";

/** Opens the same outbox as another deliverer. */
function openAs(outbox: TestOutbox, owner: string) {
  const db = openDatabase(join(outbox.dataDir, storeFile), { synchronous: "normal" });
  return { store: sqliteOutbox(db, owner), [Symbol.dispose]: () => db.close() };
}

test("shares messages between two deliverers on one store without sending any twice at a time", async () => {
  await using outbox = new TestOutbox();
  using other = openAs(outbox, "other");
  const keys = outbox.addMany(200, (index) => ({ destination: `https://host${index}.example:443` }));
  const underWay = new Set<string>();
  let twice = 0;
  outbox.sender.outcome = async ({ key }) => {
    if (underWay.has(key)) twice++;
    underWay.add(key);
    await quiet();
    underWay.delete(key);
    return delivered;
  };
  const settled = { one: 0, other: 0 };
  outbox.deliver({ onSettled: () => settled.one++ });
  outbox.deliver({ store: other.store, onSettled: () => settled.other++ });
  for (const key of keys) await outbox.settles(key);
  expect(twice).toBe(0);
  expect(outbox.sender.keys.toSorted()).toEqual(keys.toSorted());
  for (const messages of Object.values(settled)) expect(messages).toBeGreaterThan(0);
});

test("delivers messages claimed by a dead deliverer after its lease ends", async () => {
  await using outbox = new TestOutbox();
  using other = openAs(outbox, "other");
  const key = outbox.add();
  const nowMs = outbox.clock.nowMs();
  const [{ id } = { id: 0 }] = await outbox.store.due(nowMs, everything);
  await other.store.claim([id], { nowMs, untilMs: nowMs + leaseMs });
  outbox.sender.outcome = () => delivered;
  const deliverer = outbox.deliver();
  outbox.clock.advanceMs(leaseMs - 1);
  deliverer.wake();
  await quiet();
  expect(outbox.sender.keys).toEqual([]);
  outbox.clock.advanceMs(1);
  deliverer.wake();
  await outbox.settles(key);
  expect(outbox.sender.keys).toEqual([key]);
});

test("delivers its own claimed messages at once after a restart", async () => {
  await using outbox = new TestOutbox();
  const key = outbox.add();
  const nowMs = outbox.clock.nowMs();
  const [{ id } = { id: 0 }] = await outbox.store.due(nowMs, everything);
  await outbox.store.claim([id], { nowMs, untilMs: nowMs + leaseMs });
  outbox.sender.outcome = () => delivered;
  outbox.deliver();
  await outbox.settles(key);
});

test("releases the claim of a postponed or interrupted message", async () => {
  await using outbox = new TestOutbox();
  using other = openAs(outbox, "other");
  outbox.add();
  const first = outbox.deliver();
  await waitUntil("it is under way", () => outbox.sender.begun.length === 1);
  const [begun] = outbox.sender.begun;
  begun!.delivery.signal.addEventListener("abort", () => begun!.end(failed("interrupted")));
  await first.stop();
  expect(await other.store.due(outbox.clock.nowMs(), everything)).toHaveLength(1);
  let isPutOff = false;
  const second = outbox.deliver({
    gate: {
      async admit(row) {
        await outbox.held.hold(row, {
          because: "not yet",
          untilMs: outbox.clock.nowMs() + 10,
          address: null,
        });
        isPutOff = true;
        return { kind: "put off" };
      },
      ended: async () => undefined,
      review: async () => false,
    },
  });
  await waitUntil("it is put off", () => isPutOff);
  await second.stop();
  expect(await other.store.due(outbox.clock.nowMs() + 10, everything)).toHaveLength(1);
});

test("delays claimed messages only until a fault is over", async () => {
  await using outbox = new TestOutbox();
  const keys = outbox.addMany(4, (index) => ({ destination: `https://host${index}.example:443` }));
  outbox.sender.outcome = () => delivered;
  let faults = 0;
  const deliverer = outbox.deliver({
    gate: {
      async admit({ message }) {
        if (faults++ === 1) throw new StoreFault("The store is busy.", { cause: null });
        return { kind: "send", message };
      },
      ended: async () => undefined,
      review: async () => false,
    },
  });
  await waitUntil("all others are sent", () => outbox.sender.keys.length === 3);
  outbox.clock.advanceMs(1000);
  deliverer.wake();
  for (const key of keys) await outbox.settles(key);
  expect(outbox.sender.keys.toSorted()).toEqual(keys.toSorted());
});

const everything = {
  max: 100,
  perLaneMax: 100,
  withoutDestinations: new Set<string>(),
  withoutAccounts: new Set<number>(),
};
