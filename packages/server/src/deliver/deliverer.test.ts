import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { openDatabase } from "../platform/sqlite/open-database.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import type { OutboxRow } from "../store/outbox/outbox-store.ts";
import { StoreFault } from "../store/store-fault.ts";
import type { DeliveryGate } from "./delivery-gate.ts";
import { delivered, failed, hopeless } from "./sender.ts";
import { mailTo } from "./test-delivery.ts";
import { quiet, TestOutbox } from "./test-outbox.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe("delivering a message", () => {
  test("delivers a waiting message, and one that is added later when the deliverer is woken", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    const first = outbox.add();
    let settlements = 0;
    const deliverer = outbox.deliver({ onSettled: () => settlements++ });
    expect(await outbox.settles(first)).toMatchObject({ state: "delivered", tries: 1, lastError: null });
    const second = outbox.add();
    deliverer.wake();
    await outbox.settles(second);
    expect(outbox.sender.keys).toEqual([first, second]);
    expect(settlements).toBe(2);
  });

  test("delivers a message whose destination is free again, or that is due, when nothing else was found", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => delivered;
    const nowMs = outbox.clock.nowMs();
    const keys = [outbox.add(), outbox.add(), outbox.add({ destination: "late", nowMs: nowMs + 1500 })];
    const due = outbox.store.due.bind(outbox.store);
    const settled = outbox.db.query("SELECT count(*) FROM outbox WHERE state = 'delivered'");
    // As on a busy machine: a second passes after nothing was found, and before it looks how long it may sleep.
    outbox.store.due = async (...query) => {
      const rows = await due(...query);
      const isQuiet = rows.length === 0 && settled.values()[0]![0] === outbox.sender.begun.length;
      if (isQuiet) outbox.clock.advanceMs(1000);
      return rows;
    };
    outbox.deliver({ limits: { perSecondPerDestinationMax: 1 } });
    for (const key of keys) await outbox.settles(key);
    expect(outbox.sender.keys).toEqual(keys);
  });

  test("retries a failed message with waits that double up to 15 minutes, and gives up after its last attempt", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => failed("The server answered 500.");
    const key = outbox.add();
    const deliverer = outbox.deliver();
    const waitsMs: number[] = [];
    for (let tries = 1; tries < 12; tries++) {
      await waitUntil("it has failed", async () => (await outbox.record(key)).tries === tries);
      const { dueMs, state } = await outbox.record(key);
      expect(state).toBe("waiting");
      waitsMs.push(dueMs - outbox.clock.nowMs());
      outbox.clock.advanceMs(waitsMs.at(-1)! - 1);
      deliverer.wake();
      await quiet();
      expect(outbox.sender.begun).toHaveLength(tries);
      outbox.clock.advanceMs(1);
      deliverer.wake();
    }
    expect(waitsMs.map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
    expect(await outbox.settles(key)).toMatchObject({
      state: "dead",
      tries: 12,
      lastError: "The server answered 500.",
      settledMs: outbox.clock.nowMs(),
    });
    expect(new Set(outbox.sender.keys)).toEqual(new Set([key]));
    expect(outbox.logged.map(({ message }) => message)).toEqual([
      "a message could not be delivered and is dead",
    ]);
  });

  test("randomizes the waits, so that messages that failed together do not retry together", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => failed("no");
    const keys = [outbox.add(), outbox.add()];
    const draws = [0, 0.25];
    outbox.deliver({ random: () => draws.shift() ?? 1, triesMax: 2 });
    // The message that drew no wait is tried again at once, and that was its last try.
    await outbox.settles(keys[0]!);
    await waitUntil("the other has failed", async () => (await outbox.record(keys[1]!)).tries === 1);
    expect((await outbox.record(keys[1]!)).dueMs - outbox.clock.nowMs()).toBe(250);
  });

  test("waits longer if the receiver asks for it, and never shorter", async () => {
    await using outbox = new TestOutbox();
    const keys = [outbox.add(), outbox.add()];
    outbox.sender.outcome = ({ key }) => failed("The server answered 503.", key === keys[0] ? 120_000 : 10);
    outbox.deliver();
    for (const key of keys) {
      await waitUntil("both have failed", async () => (await outbox.record(key)).tries === 1);
    }
    expect(
      await Promise.all(keys.map(async (key) => (await outbox.record(key)).dueMs - outbox.clock.nowMs())),
    ).toEqual([120_000, 1000]);
  });

  test("gives up at once on a message that can never be delivered", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => hopeless("The URL is not valid.");
    const key = outbox.add();
    outbox.deliver();
    expect(await outbox.settles(key)).toMatchObject({ state: "dead", tries: 1 });
  });

  test("delivers a dead message under the same key when it is retried", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => hopeless("gone");
    const key = outbox.add();
    const deliverer = outbox.deliver();
    const { id } = await outbox.settles(key);
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    expect(await outbox.store.retry(id, outbox.clock.nowMs())).toBeTrue();
    deliverer.wake();
    await waitUntil("it is delivered", async () => (await outbox.record(key)).state === "delivered");
    expect(outbox.sender.keys).toEqual([key, key]);
  });

  test("gives up on a message kind of a newer Weir without holding up others", async () => {
    await using outbox = new TestOutbox();
    const strange = outbox.add({ message: { ...mailTo("a@example.org"), kind: "pigeon" as "mail" } });
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    const usual = outbox.add();
    outbox.deliver();
    expect(await outbox.settles(strange)).toMatchObject({ state: "dead" });
    expect(await outbox.settles(usual)).toMatchObject({ state: "delivered" });
  });

  test("reports the recipients that did not get a message", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => ({ kind: "delivered", note: "The mail server refused some recipients." });
    const key = outbox.add();
    outbox.deliver();
    expect(await outbox.settles(key)).toMatchObject({
      state: "delivered",
      lastError: "The mail server refused some recipients.",
    });
  });
});

describe("limits", () => {
  const destinationOf = (index: number): string => `https://host${index}.example:443`;

  test("limits concurrent deliveries, and starts the next when some end", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(60, (index) => ({ accountId: index % 10, destination: destinationOf(index) }));
    outbox.deliver();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(16);
    for (const { end } of outbox.sender.begun.slice(0, 5)) end();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(21);
    expect(new Set(outbox.sender.keys).size).toBe(21);
  });

  test("sends at most two messages to a destination at a time", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(10, () => ({ destination: destinationOf(1) }));
    outbox.deliver();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(2);
    outbox.sender.begun[0]!.end();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(3);
  });

  test("sends at most twenty messages a second to a destination", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => ({ kind: "delivered", note: null });
    outbox.addMany(50, () => ({ destination: destinationOf(1) }));
    const other = outbox.add({ destination: destinationOf(2) });
    const deliverer = outbox.deliver();
    await outbox.settles(other);
    await waitUntil("the second is used up", () => outbox.sender.begun.length === 21);
    outbox.clock.advanceMs(999);
    deliverer.wake();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(21);
    outbox.clock.advanceMs(1);
    deliverer.wake();
    await waitUntil("the next second is used up", () => outbox.sender.begun.length === 41);
    await quiet();
    expect(outbox.sender.begun).toHaveLength(41);
  });

  test("does not let a hanging destination with a long queue delay another", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(1000, () => ({ destination: destinationOf(1) }));
    outbox.sender.outcome = ({ key }) => (key.startsWith("good") ? { kind: "delivered", note: null } : null);
    const good = outbox.addMany(30, (index) => ({
      key: `good-${index}`,
      destination: destinationOf(2 + (index % 3)),
    }));
    outbox.deliver();
    for (const key of good) expect((await outbox.settles(key)).state).toBe("delivered");
    expect(outbox.sender.keys.filter((key) => !key.startsWith("good"))).toHaveLength(2);
  });

  test("does not let an account with a long queue delay another account at the same destination", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(1000, () => ({ accountId: 1 }));
    outbox.clock.advanceMs(10);
    const late = outbox.add({ accountId: 2 });
    outbox.deliver();
    await quiet();
    expect(outbox.sender.keys).toContain(late);
  });

  test("leaves room for others if an account has many hanging destinations", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(500, (index) => ({ accountId: 1, destination: destinationOf(index) }));
    const deliverer = outbox.deliver();
    await quiet();
    expect(outbox.sender.begun).toHaveLength(11);
    outbox.clock.advanceMs(10);
    const others = outbox.addMany(3, (index) => ({
      accountId: 2,
      destination: `https://good${index}.example:443`,
    }));
    deliverer.wake();
    await quiet();
    for (const key of others) expect(outbox.sender.keys).toContain(key);
  });

  test("leaves room for others, however many accounts of one person have hanging destinations", async () => {
    await using outbox = new TestOutbox();
    outbox.addMany(500, (index) => ({ accountId: 1 + (index % 5), destination: destinationOf(index) }));
    const deliverer = outbox.deliver({ tenantOf: async (accountId) => (accountId <= 5 ? 1 : accountId) });
    await quiet();
    expect(outbox.sender.begun).toHaveLength(11);
    outbox.clock.advanceMs(10);
    const others = outbox.addMany(3, (index) => ({
      accountId: 6,
      destination: `https://good${index}.example:443`,
    }));
    deliverer.wake();
    await quiet();
    for (const key of others) expect(outbox.sender.keys).toContain(key);
  });

  test("sends a message once at a time, however often the deliverer is woken", async () => {
    await using outbox = new TestOutbox();
    const keys = outbox.addMany(5, (index) => ({ destination: destinationOf(index) }));
    const deliverer = outbox.deliver();
    for (let round = 0; round < 10; round++) {
      deliverer.wake();
      await quiet();
    }
    expect(outbox.sender.keys.toSorted()).toEqual(keys.toSorted());
  });
});

describe("the reason of a failure", () => {
  test("contains no secret that was used and is one line of text", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = async ({ secretOf }) =>
      hopeless(`Denied for\r\n\0${await secretOf("password")}: ${"x".repeat(1000)}`);
    const key = outbox.add({ accountId: 7 });
    outbox.deliver({ secretOf: async (accountId, name) => `${name} of ${accountId}` });
    const { lastError } = await outbox.settles(key);
    expect(lastError).toStartWith("Denied for ***: xxx");
    expect(lastError!.length).toBeLessThan(510);
  });

  test("shows an unexpected fault only in the operator's log", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = async ({ secretOf }) => {
      throw new TypeError(`undefined is not a function near ${await secretOf("password")}`);
    };
    const key = outbox.add();
    outbox.deliver({ secretOf: async () => "hunter2", triesMax: 1 });
    expect(await outbox.settles(key)).toMatchObject({
      state: "dead",
      lastError: "Weir failed to send the message. The operator's log has details.",
    });
    expect(outbox.logged[0]).toMatchObject({ facts: { reason: "undefined is not a function near ***" } });
  });
});

describe("the outbox", () => {
  test("records an outcome once the store works again, and sends nothing twice", async () => {
    await using outbox = new TestOutbox();
    outbox.db.run("PRAGMA busy_timeout = 0");
    const key = outbox.add();
    const deliverer = outbox.deliver();
    await waitUntil("it is under way", () => outbox.sender.begun.length === 1);
    const other = openDatabase(join(outbox.dataDir, storeFile), { synchronous: "normal" });
    other.run("BEGIN IMMEDIATE");
    outbox.sender.begun[0]!.end();
    await waitUntil("that was tried", () => outbox.logged.length >= 2);
    deliverer.wake();
    await quiet();
    expect((await outbox.record(key)).state).toBe("waiting");
    expect(outbox.sender.begun).toHaveLength(1);
    other.run("ROLLBACK");
    other.close();
    deliverer.wake();
    expect(await outbox.settles(key)).toMatchObject({ state: "delivered" });
    expect(outbox.sender.keys).toEqual([key]);
  });

  test("deletes settled messages after a week, and no waiting ones", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = ({ key }) =>
      key === "kept" ? failed("no", 8 * dayMs) : { kind: "delivered", note: null };
    outbox.add({ key: "old" });
    outbox.add({ key: "kept" });
    const deliverer = outbox.deliver();
    await outbox.settles("old");
    outbox.clock.advanceMs(6 * dayMs);
    outbox.add({ key: "young" });
    deliverer.wake();
    await outbox.settles("young");
    outbox.clock.advanceMs(dayMs + 1);
    deliverer.wake();
    await waitUntil(
      "the old one is gone",
      async () => (await outbox.queries.list({ limit: 10 })).length === 2,
    );
    expect((await outbox.queries.list({ limit: 10 })).map(({ key }) => key)).toEqual(["young", "kept"]);
  });
});

describe("a message that cannot be handled", () => {
  const admitAll = async ({ message }: OutboxRow) => ({ kind: "send", message }) as const;

  test("is put off with the reason and dead in the end, while all others are delivered", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => delivered;
    const bad = outbox.add();
    const others = outbox.addMany(30, (index) => ({ accountId: index % 3 }));
    const gate: DeliveryGate = {
      async admit(row) {
        // As a time with a fraction was, before it was rounded.
        if (row.key === bad) outbox.db.prepare("UPDATE outbox SET due_ms = 1.5 WHERE id = ?").run(row.id);
        return admitAll(row);
      },
      ended: async () => undefined,
      review: async () => false,
    };
    const failures: (string | null)[] = [];
    const deliverer = outbox.deliver({ gate, triesMax: 2, onAttempt: (failure) => failures.push(failure) });
    for (const key of others) {
      outbox.clock.advanceMs(1000);
      deliverer.wake();
      expect((await outbox.settles(key)).state).toBe("delivered");
    }
    outbox.clock.advanceMs(minuteMs);
    deliverer.wake();
    const { state, tries, lastError } = await outbox.settles(bad);
    expect([state, tries]).toEqual(["dead", 2]);
    expect(lastError).toContain("cannot store REAL value in INTEGER column");
    expect(failures.filter((failure) => failure !== null)).toEqual([]);
  });

  test("is put off if it is unreadable, or if the gate throws anything else", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => delivered;
    const [unreadable, bad, fine] = [outbox.add(), outbox.add(), outbox.add()];
    outbox.db.prepare("UPDATE outbox SET message = 'null' WHERE key = ?").run(unreadable);
    const gate: DeliveryGate = {
      admit: (row) => (row.key === bad ? Promise.reject(new TypeError("x.y is undefined")) : admitAll(row)),
      ended: async () => undefined,
      review: () => Promise.reject(new Error("no review")),
    };
    outbox.deliver({ gate, triesMax: 1 });
    expect((await outbox.settles(fine)).state).toBe("delivered");
    expect(await outbox.settles(unreadable)).toMatchObject({ state: "dead" });
    expect(await outbox.settles(bad)).toMatchObject({
      state: "dead",
      lastError: "Weir could not handle this message. The operator's log has details.",
    });
  });

  test("does not hold up others either if the store itself fails on it", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => delivered;
    const bad = outbox.add();
    const fine = outbox.add({ accountId: 2 });
    const away = () => Promise.reject(new StoreFault("statement timeout", { cause: null }));
    const gate: DeliveryGate = {
      admit: (row) => (row.key === bad ? away() : admitAll(row)),
      ended: async () => undefined,
      review: async () => false,
    };
    const deliverer = outbox.deliver({ gate, triesMax: 1 });
    expect((await outbox.settles(fine)).state).toBe("delivered");
    expect((await outbox.record(bad)).tries).toBe(0);
    outbox.clock.advanceMs(2000);
    deliverer.wake();
    expect(await outbox.settles(bad)).toMatchObject({
      state: "dead",
      lastError: "Weir could not handle this message. statement timeout",
    });
  });

  test("does not keep other outcomes from being saved if its own cannot be", async () => {
    await using outbox = new TestOutbox();
    outbox.sender.outcome = () => delivered;
    const [bad, fine] = [outbox.add(), outbox.add()];
    outbox.db.run(`CREATE TRIGGER unsaved BEFORE UPDATE OF state ON outbox
      WHEN old.key = '${bad}' AND new.state = 'delivered' BEGIN SELECT RAISE(ABORT, 'not this one'); END`);
    outbox.deliver({ triesMax: 1 });
    expect((await outbox.settles(fine)).state).toBe("delivered");
    expect(await outbox.settles(bad)).toMatchObject({ state: "dead", tries: 1 });
  });
});

describe("reviewing held messages", () => {
  test("starts again if it was asked for during a review", async () => {
    await using outbox = new TestOutbox();
    const reviews: PromiseWithResolvers<boolean>[] = [];
    const gate: DeliveryGate = {
      admit: async ({ message }) => ({ kind: "send", message }),
      ended: async () => undefined,
      review() {
        reviews.push(Promise.withResolvers());
        return reviews.at(-1)!.promise;
      },
    };
    const deliverer = outbox.deliver({ gate });
    await waitUntil("a review is under way", () => reviews.length === 1);
    deliverer.review();
    reviews[0]!.resolve(false);
    await waitUntil("there is another one", () => reviews.length === 2);
    reviews[1]!.resolve(false);
    await quiet();
    expect(reviews).toHaveLength(2);
  });
});

describe("stopping", () => {
  test("waits for running deliveries, records them, and starts no others", async () => {
    await using outbox = new TestOutbox();
    const keys = outbox.addMany(3, () => ({}));
    const deliverer = outbox.deliver({ graceMs: 60_000 });
    await waitUntil("two are under way", () => outbox.sender.begun.length === 2);
    const stopped = deliverer.stop();
    await quiet();
    outbox.sender.begun[0]!.end();
    outbox.sender.begun[1]!.end(failed("The server answered 500."));
    await stopped;
    expect(await Promise.all(keys.map((key) => outbox.record(key)))).toMatchObject([
      { state: "delivered" },
      { state: "waiting", tries: 1 },
      { state: "waiting", tries: 0 },
    ]);
    expect(outbox.sender.begun).toHaveLength(2);
  });

  test("interrupts slow deliveries, which then wait as if they had not been tried", async () => {
    await using outbox = new TestOutbox();
    const key = outbox.add();
    const deliverer = outbox.deliver({ graceMs: 0 });
    await waitUntil("it is under way", () => outbox.sender.begun.length === 1);
    const [begun] = outbox.sender.begun;
    begun!.delivery.signal.addEventListener("abort", () => begun!.end(failed("interrupted")));
    await deliverer.stop();
    expect(await outbox.record(key)).toMatchObject({ state: "waiting", tries: 0, lastError: null });
  });

  test("does not wait forever for work that ignores an abort, and discards its changes", async () => {
    await using outbox = new TestOutbox();
    const key = outbox.add();
    const deliverer = outbox.deliver({ graceMs: 0 });
    await waitUntil("it is under way", () => outbox.sender.begun.length === 1);
    await deliverer.stop();
    outbox.sender.begun[0]!.end();
    await quiet();
    expect(await outbox.record(key)).toMatchObject({ state: "waiting", tries: 0 });
  });

  test("ends at once when there is nothing to do, even a second time", async () => {
    await using outbox = new TestOutbox();
    const deliverer = outbox.deliver();
    await quiet();
    await deliverer.stop();
    await deliverer.stop();
  });
});
