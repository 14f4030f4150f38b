import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { OutboxMessage } from "@weir/rule-engine/message";
import fc from "fast-check";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { OutboxListQuery, OutboxQueries, OutboxRecord } from "./outbox-queries.ts";
import type { Claim, DueQuery, OutboxRow, OutboxStore } from "./outbox-store.ts";
import type { OutboxEntry } from "./outbox-writer.ts";
import { claimOf } from "./test-claims.ts";
import { type OwnedStore, TestOwner } from "./test-owner.ts";

/** An adapter of the outbox. */
export interface OutboxAdapter {
  /** Each call opens the outbox as a new process would. Claims belong to `owner`. */
  open(
    dataDir: string,
    options: { readonly owner: string; readonly waitingMax: number },
  ): Promise<OutboxUnderTest>;
  openQueries(dataDir: string): Promise<OutboxQueries>;
}

export interface OutboxUnderTest extends OwnedStore {
  readonly outbox: OutboxStore;
}

const waitingMax = 100;
const leaseMs = 50;
const everything: DueQuery = {
  max: 1000,
  perLaneMax: 1000,
  withoutDestinations: new Set(),
  withoutAccounts: new Set(),
};
const webhook: OutboxMessage = {
  ...{ kind: "webhook", url: "https://a.example/", headers: { "X-A": '"' } },
  ...{ body: '{"note":"ü ☂ 💧"}', secret: "s" },
};
const mail: OutboxMessage = { kind: "mail", to: ["a@example.org"], subject: "S\n", text: "" };
const mqtt: OutboxMessage = {
  ...{ kind: "mqtt", url: "mqtt://a", topic: "t", payload: "\0", qos: 1, retain: true },
  ...{ username: null, passwordSecret: null },
};
const a = "https://a.example:443";
const b = "https://b.example:443";

/** Checks what every outbox promises (see outbox-store.ts, outbox-writer.ts and outbox-queries.ts), on the real engine. */
export function outboxContract(name: string, adapter: OutboxAdapter): void {
  let folder: ReturnType<typeof tempFolder>;
  let opened: OutboxUnderTest;
  let writer: TestOwner;
  let queries: OutboxQueries;
  let lastKey: number;

  beforeEach(async () => {
    folder = tempFolder();
    opened = await adapter.open(folder.path, { owner: "one", waitingMax });
    writer = await TestOwner.of(opened);
    queries = await adapter.openQueries(folder.path);
    lastKey = 0;
  });

  afterEach(async () => {
    await queries.close();
    await opened.close();
    folder[Symbol.dispose]();
  });

  async function add(...messages: readonly Partial<OutboxEntry>[]): Promise<void> {
    const fields = messages.length === 0 ? [{}] : messages;
    await writer.commit({ messages: fields.map((one) => entry({ key: `key-${++lastKey}`, ...one })) });
  }

  async function room(accountId: number): Promise<number> {
    return (await opened.queries.outboxRoom([accountId])).get(accountId)!;
  }

  async function keys(): Promise<string[]> {
    return (await queries.list({ limit: 10 })).map(({ key }) => key);
  }

  async function due(nowMs: number, query: Partial<DueQuery> = {}): Promise<number[]> {
    return (await opened.outbox.due(nowMs, { ...everything, ...query })).map(({ id }) => id);
  }

  function claim(ids: readonly number[], nowMs: number, by = opened): Promise<OutboxRow[]> {
    return by.outbox.claim(ids, { nowMs, untilMs: nowMs + leaseMs });
  }

  /** Claims a row, whoever had claimed it before. */
  function claimed(id: number): Promise<Claim> {
    return claimOf(opened.outbox, id);
  }

  async function record(id: number): Promise<OutboxRecord> {
    return (await queries.find(id))!;
  }

  describe(`${name}: writing`, () => {
    test("reads a message back unchanged, including umlauts and quotes", async () => {
      const messages = [webhook, mail, mqtt];
      for (const message of messages) await add({ message, accountId: 7, destination: a, nowMs: 123 });
      const rows = await claim(await due(123), 123);
      expect(rows.map(({ message }) => message)).toEqual(messages);
      expect(rows[0]).toMatchObject({ key: "key-1", accountId: 7, destination: a, tries: 0, createdMs: 123 });
    });

    test("keeps one row per key, the first", async () => {
      await add({ key: "k", nowMs: 1 });
      await add({ key: "k", nowMs: 2 }, { key: "l" }, { key: "l", nowMs: 3 });
      expect((await queries.list({ limit: 10 })).map(({ key, createdMs }) => [key, createdMs])).toEqual([
        ["l", 0],
        ["k", 1],
      ]);
    });

    test("does not write a settled row again", async () => {
      await add({ key: "k" });
      await opened.outbox.delivered(await claimed(1), 1, null);
      await add({ key: "k" });
      expect(await due(10)).toEqual([]);
      expect(await keys()).toEqual(["k"]);
    });

    test("keeps no rows of a batch that fails, and writes them again", async () => {
      await writer.commitInVain({ messages: [entry({ key: "k" })] });
      expect([await due(10), await keys()]).toEqual([[], []]);
      await add({ key: "k" });
      expect(await keys()).toEqual(["k"]);
    });

    test("limits the waiting rows of an account, whatever others have", async () => {
      for (let row = 0; row < waitingMax; row++) {
        expect(await room(1)).toBe(waitingMax - row);
        await add({ accountId: 1 });
      }
      expect([await room(1), await room(2)]).toEqual([0, waitingMax]);
      await opened.outbox.failed(await claimed(1), "no", 1, 2);
      expect(await room(1)).toBe(0);
      await opened.outbox.failed(await claimed(1), "no", 1, null);
      await opened.outbox.delivered(await claimed(2), 1, null);
      expect(await room(1)).toBe(2);
      expect(await opened.queries.outboxRoom([1, 2, 3])).toEqual(
        new Map([
          [1, 2],
          [2, waitingMax],
          [3, waitingMax],
        ]),
      );
    });
  });

  describe(`${name}: what is due`, () => {
    test("returns rows from their due time on, oldest first", async () => {
      await add({ nowMs: 30 });
      await add({ nowMs: 10 });
      await add({ nowMs: 20, destination: b });
      expect([await due(9), await due(10), await due(20), await due(30)]).toEqual([
        [],
        [2],
        [2, 3],
        [2, 3, 1],
      ]);
    });

    test("returns only the front of a lane, and nothing of excluded destinations and accounts", async () => {
      for (const nowMs of [1, 2, 3]) {
        await add({ nowMs, accountId: 1, destination: a });
        await add({ nowMs, accountId: 2, destination: a });
        await add({ nowMs, accountId: 1, destination: b });
      }
      expect(await due(5, { perLaneMax: 1 })).toEqual([1, 2, 3]);
      expect(await due(5, { perLaneMax: 2 })).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await due(5, { perLaneMax: 2, max: 4 })).toEqual([1, 2, 3, 4]);
      expect(await due(5, { withoutDestinations: new Set([a]) })).toEqual([3, 6, 9]);
      expect(await due(5, { withoutAccounts: new Set([1]) })).toEqual([2, 5, 8]);
      expect(await due(5, { withoutAccounts: new Set([1]), withoutDestinations: new Set([a, "c"]) })).toEqual(
        [],
      );
    });

    test("returns the same due rows as a search of all rows, for any mix of lanes and times", async () => {
      const rows = fc.array(
        fc.record({ accountId: fc.nat(3), destination: fc.constantFrom(a, b, "mail"), nowMs: fc.nat(5) }),
        { maxLength: 40 },
      );
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.integer({ min: 1, max: 3 }),
          fc.nat(5),
          async (entries, perLaneMax, nowMs) => {
            for (const id of await due(Number.MAX_SAFE_INTEGER))
              await opened.outbox.delivered(await claimed(id), 0, null);
            const before = (await queries.list({ limit: 1 }))[0]?.id ?? 0;
            if (entries.length > 0) await add(...entries);
            const added = await queries.list({ limit: entries.length || 1 });
            const ids = added.map(({ id }) => id).filter((id) => id > before);
            const expected = entries
              .map((row, index) => ({ ...row, id: ids.toReversed()[index]! }))
              .filter((row) => row.nowMs <= nowMs)
              .sort((one, other) => one.nowMs - other.nowMs || one.id - other.id)
              .filter((row, index, sorted) => {
                const ofLane = sorted
                  .slice(0, index)
                  .filter(
                    ({ accountId, destination }) =>
                      accountId === row.accountId && destination === row.destination,
                  );
                return ofLane.length < perLaneMax;
              });
            expect(await due(nowMs, { perLaneMax })).toEqual(expected.map(({ id }) => id));
          },
        ),
        { numRuns: propertyRuns(50) },
      );
    });

    test("returns the time of the first row that is not due yet", async () => {
      const { outbox } = opened;
      expect(await outbox.nextDueMs(0)).toBeNull();
      for (const nowMs of [10, 30, 20]) await add({ nowMs });
      const next = [0, 9, 10, 20, 29, 30].map((afterMs) => outbox.nextDueMs(afterMs));
      expect(await Promise.all(next)).toEqual([10, 10, 20, 30, 30, null]);
      await outbox.delivered(await claimed(3), 5, null);
      expect(await outbox.nextDueMs(10)).toBe(30);
    });
  });

  describe(`${name}: claims`, () => {
    let other: OutboxUnderTest;

    beforeEach(async () => {
      other = await adapter.open(folder.path, { owner: "other", waitingMax });
    });

    afterEach(async () => other.close());

    test("neither returns a claimed row as due nor claims it again until its lease ends", async () => {
      await add();
      await add();
      expect((await claim([2, 1], 100)).map(({ id }) => id)).toEqual([2, 1]);
      expect(await due(149)).toEqual([]);
      expect([await claim([1, 2], 149), await claim([1, 2], 149, other)]).toEqual([[], []]);
      expect(await opened.outbox.nextDueMs(100)).toBe(150);
      expect(await due(150)).toEqual([1, 2]);
      expect(await claim([1], 150, other)).toHaveLength(1);
      expect((await claim([1, 2], 150)).map(({ id }) => id)).toEqual([2]);
    });

    test("gives each row to one of several deliverers that claim at once", async () => {
      const rows = 40;
      await add(...Array.from({ length: rows }, () => ({})));
      for (let round = 0; round < 10; round++) {
        const ids = await due(1000 * round);
        expect(ids).toHaveLength(rows);
        const claims = await Promise.all(
          // The two claim in opposite orders, so that they meet in the middle.
          [opened, other, opened, other].map((by, nth) =>
            claim(nth % 2 === 0 ? ids : ids.toReversed(), 1000 * round, by),
          ),
        );
        const claimedIds = claims.flat().map(({ id }) => id);
        expect(claimedIds.sort((one, two) => one - two)).toEqual(ids);
        expect(new Set(claims.flat().map(({ claim }) => claim))).toEqual(new Set([round + 1]));
      }
    });

    test("returns the rows after claimed ones of a lane as due", async () => {
      for (let row = 0; row < 4; row++) await add();
      await claim([1, 2], 100, other);
      expect(await due(100, { perLaneMax: 1 })).toEqual([3]);
    });

    test("claims only waiting rows", async () => {
      await add();
      await opened.outbox.delivered(await claimed(1), 50, null);
      expect(await claim([1, 99], 100)).toEqual([]);
    });

    test("ends the claim of a row that is settled or released", async () => {
      for (let row = 0; row < 3; row++) await add();
      const [first, second, third] = await claim([1, 2, 3], 100);
      expect(await opened.outbox.failed(first!, "no", 101, 102)).toBeTrue();
      await opened.outbox.release(second!);
      expect(await due(102)).toEqual([2, 1]);
      expect(await opened.outbox.delivered(third!, 103, null)).toBeTrue();
      expect(await opened.outbox.retry(3, 104)).toBeTrue();
      expect(await due(104)).toEqual([2, 1, 3]);
    });

    test("a restarted owner gives up its own claims, and no others", async () => {
      for (let row = 0; row < 4; row++) await add();
      await claim([1, 2, 3], 100);
      await claim([4], 100, other);
      await opened.close();
      opened = await adapter.open(folder.path, { owner: "one", waitingMax });
      await opened.outbox.releaseOthers([2]);
      expect(await due(101)).toEqual([1, 3]);
    });

    test("accepts the outcome of a row after its lease, unless it was claimed again", async () => {
      await add();
      const [row] = await claim([1], 100);
      expect(await due(500)).toEqual([1]);
      expect(await opened.outbox.delivered(row!, 500, null)).toBeTrue();
      expect((await record(1)).state).toBe("delivered");
    });

    /** Every report of what became of a row. */
    const tellings: Record<string, (outbox: OutboxStore, row: Claim) => Promise<unknown>> = {
      delivery: (outbox, row) => outbox.delivered(row, 201, "late"),
      failure: (outbox, row) => outbox.failed(row, "late", 201, 202),
      "last failure": (outbox, row) => outbox.failed(row, "late", 201, null),
      refusal: (outbox, row) => outbox.refused(row, "late", 201),
      release: (outbox, row) => outbox.release(row),
    };

    for (const [what, tell] of Object.entries(tellings)) {
      test(`the ${what} of an owner that has lost the row changes nothing, and keeps the other's claim`, async () => {
        await add();
        const [lost] = await claim([1], 100);
        const [row] = await claim([1], 200, other);
        const before = await record(1);
        expect(await tell(opened.outbox, lost!)).not.toBe(true);
        expect(await record(1)).toEqual(before);
        expect(await due(210)).toEqual([]);
        expect(await other.outbox.failed(row!, "no answer", 220, 230)).toBeTrue();
        expect(await record(1)).toMatchObject({ state: "waiting", tries: 1, lastError: "no answer" });
      });

      test(`the ${what} of an owner changes nothing after another of its name has given up the claim`, async () => {
        await add();
        const [lost] = await claim([1], 100);
        const next = await adapter.open(folder.path, { owner: "one", waitingMax });
        await next.outbox.releaseOthers([]);
        const before = await record(1);
        await tell(opened.outbox, lost!);
        expect(await record(1)).toEqual(before);
        const [row] = await claim([1], 110, next);
        await tell(opened.outbox, lost!);
        expect(await due(110)).toEqual([]);
        expect(await next.outbox.delivered(row!, 120, null)).toBeTrue();
        await next.close();
      });
    }
  });

  describe(`${name}: settling`, () => {
    test("records when and how a row was delivered, which no longer waits", async () => {
      await add();
      await add();
      await opened.outbox.delivered(await claimed(1), 50, null);
      await opened.outbox.delivered(await claimed(2), 60, "but not to everybody");
      expect(await due(100)).toEqual([]);
      expect(await claim([1, 2], 100)).toEqual([]);
      expect(await record(1)).toMatchObject({ state: "delivered", tries: 1, settledMs: 50, lastError: null });
      expect(await record(2)).toMatchObject({
        state: "delivered",
        settledMs: 60,
        lastError: "but not to everybody",
      });
    });

    test("makes a failed row wait with one more try, until it is dead", async () => {
      await add({ nowMs: 10 });
      await opened.outbox.failed(await claimed(1), "first", 20, 500);
      expect([await due(499), await due(500)]).toEqual([[], [1]]);
      expect(await claim([1], 500)).toMatchObject([{ tries: 1, createdMs: 10 }]);
      expect(await record(1)).toMatchObject({
        state: "waiting",
        dueMs: 500,
        lastError: "first",
        settledMs: null,
      });
      await opened.outbox.failed(await claimed(1), "second", 600, null);
      expect(await due(10_000)).toEqual([]);
      expect(await record(1)).toMatchObject({ state: "dead", tries: 2, lastError: "second", settledMs: 600 });
    });

    test("makes a refused row dead without another try", async () => {
      await add();
      await opened.outbox.refused(await claimed(1), "nobody wants it", 50);
      expect(await due(100)).toEqual([]);
      expect(await record(1)).toMatchObject({
        state: "dead",
        tries: 0,
        settledMs: 50,
        lastError: "nobody wants it",
      });
    });

    test("does not settle a settled row again", async () => {
      await add();
      await opened.outbox.delivered(await claimed(1), 50, null);
      await opened.outbox.failed(await claimed(1), "late", 60, null);
      await opened.outbox.failed(await claimed(1), "late", 60, 70);
      await opened.outbox.delivered(await claimed(99), 60, null);
      expect(await record(1)).toMatchObject({ state: "delivered", tries: 1, settledMs: 50, lastError: null });
    });

    test("makes a retried row wait with its tries reset, and leaves a waiting one alone", async () => {
      await add({ nowMs: 10 });
      await add({ nowMs: 10 });
      await opened.outbox.failed(await claimed(1), "no", 20, null);
      await opened.outbox.failed(await claimed(2), "no", 20, 500);
      expect([
        await opened.outbox.retry(1, 100),
        await opened.outbox.retry(2, 100),
        await opened.outbox.retry(3, 100),
      ]).toEqual([true, false, false]);
      expect(await due(100)).toEqual([1]);
      expect(await claim([1], 100)).toMatchObject([{ key: "key-1", tries: 0, createdMs: 10 }]);
      expect(await record(1)).toMatchObject({ state: "waiting", lastError: null, settledMs: null });
      await opened.outbox.delivered(await claimed(1), 200, null);
      expect(await opened.outbox.retry(1, 300)).toBeTrue();
      expect(await due(300)).toEqual([1]);
    });

    test("keeps settled readings settled after reopening", async () => {
      await add();
      await add();
      await opened.outbox.delivered(await claimed(1), 50, null);
      await opened.close();
      opened = await adapter.open(folder.path, { owner: "one", waitingMax });
      expect(await due(100)).toEqual([2]);
    });
  });

  describe(`${name}: pruning`, () => {
    async function settle(times: readonly number[]): Promise<void> {
      for (const [index, settledMs] of times.entries()) {
        await add();
        await opened.outbox.delivered(await claimed(index + 1), settledMs, null);
      }
      await add();
    }

    async function left(): Promise<number[]> {
      return (await queries.list({ state: "delivered", limit: 100 })).map(({ settledMs }) => settledMs!);
    }

    test("deletes rows settled before a time, the oldest first, up to a limit", async () => {
      await settle([10, 20, 30, 40]);
      expect(await opened.outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 1 })).toBe(1);
      expect(await left()).toEqual([40, 30, 20]);
      expect(await opened.outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 10 })).toBe(1);
      expect(await left()).toEqual([40, 30]);
      expect(await opened.outbox.prune({ settledBeforeMs: 30, keepMax: 100, max: 10 })).toBe(0);
    });

    test("deletes the oldest of too many, however young", async () => {
      await settle([10, 20, 30, 40, 50]);
      expect(await opened.outbox.prune({ settledBeforeMs: 0, keepMax: 2, max: 10 })).toBe(3);
      expect(await left()).toEqual([50, 40]);
      expect(await opened.outbox.prune({ settledBeforeMs: 0, keepMax: 2, max: 10 })).toBe(0);
    });

    test("never touches a row that waits", async () => {
      await settle([10]);
      expect(await opened.outbox.prune({ settledBeforeMs: 1_000_000, keepMax: 0, max: 10 })).toBe(1);
      expect(await due(1_000_000)).toEqual([2]);
    });
  });

  describe(`${name}: lists for people`, () => {
    const ids = async (query: Partial<OutboxListQuery>): Promise<number[]> =>
      (await queries.list({ limit: 10, ...query })).map(({ id }) => id);

    test("show every column, the newest first, filtered and page by page", async () => {
      for (const accountId of [1, 2, 1, 2, 1]) {
        await add({ accountId, sensorId: 3, chainId: 4, nodeId: "n5", destination: a, nowMs: 6 });
      }
      await opened.outbox.failed(await claimed(1), "why", 7, null);
      await opened.outbox.failed(await claimed(3), "why", 7, null);
      expect(await ids({})).toEqual([5, 4, 3, 2, 1]);
      expect(await ids({ limit: 2 })).toEqual([5, 4]);
      expect(await ids({ limit: 2, beforeId: 4 })).toEqual([3, 2]);
      expect(await ids({ accountId: 2 })).toEqual([4, 2]);
      expect(await ids({ state: "dead" })).toEqual([3, 1]);
      expect(await ids({ state: "waiting", accountId: 1 })).toEqual([5]);
      expect(await ids({ state: "dead", accountId: 1, beforeId: 3 })).toEqual([1]);
      expect(await queries.find(99)).toBeNull();
      expect(await queries.find(1)).toEqual({
        id: 1,
        key: "key-1",
        accountId: 1,
        sensorId: 3,
        chainId: 4,
        nodeId: "n5",
        destination: a,
        message: entry({}).message,
        createdMs: 6,
        dueMs: 6,
        tries: 1,
        state: "dead",
        lastError: "why",
        heldBecause: null,
        settledMs: 7,
      });
    });

    test("show what came from a chain, a node or some sensors, and what is of a kind", async () => {
      await add({ sensorId: 1, chainId: 1, nodeId: "tell", message: webhook });
      await add({ sensorId: 1, chainId: 1, nodeId: "write", message: mail });
      await add({ sensorId: 2, chainId: 1, nodeId: "tell", message: webhook });
      await add({ sensorId: 3, chainId: 2, nodeId: "tell", message: mqtt });
      await add({ sensorId: 3, chainId: 2, nodeId: "tell", message: mqtt, accountId: 2 });
      await opened.outbox.failed(await claimed(3), "why", 7, null);
      expect(await ids({ chainId: 1 })).toEqual([3, 2, 1]);
      expect(await ids({ chainId: 1, nodeId: "tell" })).toEqual([3, 1]);
      expect(await ids({ sensorIds: [1] })).toEqual([2, 1]);
      expect(await ids({ sensorIds: [2, 3], accountId: 1 })).toEqual([4, 3]);
      expect(await ids({ sensorIds: [] })).toEqual([]);
      expect(await ids({ kind: "webhook" })).toEqual([3, 1]);
      expect(await ids({ kind: "mail" })).toEqual([2]);
      expect(await ids({ kind: "mqtt", accountId: 1 })).toEqual([4]);
      expect(await ids({ kind: "webhook", chainId: 1, state: "waiting", accountId: 1 })).toEqual([1]);
      expect(await ids({ kind: "webhook", sensorIds: [1, 2], limit: 1, beforeId: 3 })).toEqual([1]);
    });
  });
}

function entry(fields: Partial<OutboxEntry>): OutboxEntry {
  return {
    key: "key",
    accountId: 1,
    sensorId: 1,
    chainId: 1,
    nodeId: "node",
    destination: a,
    message: { kind: "mail", to: ["a@example.org"], subject: "Subject", text: "Text" },
    nowMs: 0,
    ...fields,
  };
}
