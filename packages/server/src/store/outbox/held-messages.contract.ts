import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { SilenceAlarmRecord } from "../alarms/record.ts";
import { isEngineFault, StoreFault } from "../store-fault.ts";
import { type OwnedStore, TestOwner } from "../test-owner.ts";
import type { ChannelHours } from "./channel-hours.ts";
import type { HeldMessages, Hold } from "./held-messages.ts";
import type { MailCounts } from "./mail-counts.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { OutboxQueries } from "./queries.ts";
import type { OutboxRecord } from "./record.ts";
import { claimOf } from "./test-claims.ts";

/** An adapter of held messages, mail counts and hours of channels. */
export interface HeldMessagesAdapter {
  open(dataDir: string): Promise<HeldUnderTest>;
  openQueries(dataDir: string): Promise<OutboxQueries>;
}

export interface HeldUnderTest extends OwnedStore {
  readonly outbox: OutboxStore;
  readonly held: HeldMessages;
  readonly counts: MailCounts;
  readonly channelHours: ChannelHours;
}

const everything = {
  max: 1000,
  perLaneMax: 1000,
  withoutDestinations: new Set<string>(),
  withoutAccounts: new Set<number>(),
};

/** Checks what held-messages.ts, mail-counts.ts and channel-hours.ts promise, on the real engine. */
export function heldMessagesContract(name: string, adapter: HeldMessagesAdapter): void {
  let folder: ReturnType<typeof tempFolder>;
  let opened: HeldUnderTest;
  let writer: TestOwner;
  let queries: OutboxQueries;
  let lastKey: number;

  beforeEach(async () => {
    folder = tempFolder();
    opened = await adapter.open(folder.path);
    writer = await TestOwner.of(opened);
    queries = await adapter.openQueries(folder.path);
    lastKey = 0;
  });

  afterEach(async () => {
    await queries.close();
    await opened.close();
    folder[Symbol.dispose]();
  });

  async function add(
    to: readonly string[] = ["a@x.org"],
    accountId = 1,
    destination = "mail",
  ): Promise<void> {
    const message = { kind: "mail", to, subject: "Hot", text: "ü" } as const;
    const from = { accountId, sensorId: 1, chainId: 1, nodeId: "n" };
    await writer.commit({
      messages: [{ ...from, key: `key-${++lastKey}`, destination, message, nowMs: 10 }],
    });
  }

  const due = async (nowMs: number): Promise<number[]> =>
    (await opened.outbox.due(nowMs, everything)).map(({ id }) => id);
  /** Holds a row as a deliverer does that has claimed it. */
  const hold = async (id: number, hold: Hold): Promise<void> => {
    const claim = await claimOf(opened.outbox, id);
    await opened.held.hold(claim, hold);
    await opened.outbox.release(claim);
  };
  const record = async (id: number): Promise<OutboxRecord> => (await queries.find(id))!;

  describe(`${name}: digests`, () => {
    const alarmOf = (id: number): NotifiedAlarm => ({
      id,
      change: "raised",
      name: `Alarm ${id}`,
      severity: "info",
      message: "\0",
      atMs: 1,
      value: null,
      device: { uuid: "d", name: "" },
      sensor: null,
    });
    const notification = (digest: string, ids: readonly number[]): NotificationMessage => ({
      kind: "notification",
      channel: "c",
      event: ids.length === 0 ? "digest" : "raised",
      alarms: ids.map(alarmOf),
      more: 0,
      digest,
    });
    const write = (messages: readonly NotificationMessage[]) =>
      writer.commit({
        messages: messages.map((message, index) => ({
          accountId: 1,
          sensorId: 0,
          chainId: 0,
          nodeId: "",
          destination: "there",
          message,

          key: message.event === "digest" ? message.digest! : `${message.digest}:${index}`,
          nowMs: 10,
          dueMs: message.event === "digest" ? 20 : 1000,
        })),
      });

    test("gathers its waiting messages once, and leaves those of other digests", async () => {
      await write([
        notification("a", [1]),
        notification("b", [2]),
        notification("a", [3]),
        notification("a", []),
      ]);
      const [id] = await due(20);
      expect([await due(19), (await due(999)).length]).toEqual([[], 1]);
      const claimed = await claimOf(opened.outbox, id!);
      const digest = { claimed, accountId: 1, destination: "there", digest: "a" };
      const gathered = await opened.held.gather(digest, 20);
      expect(gathered?.alarms).toEqual([alarmOf(1), alarmOf(3)]);
      expect((await record(id!)).message).toEqual(gathered!);
      // A second try has them too.
      expect((await opened.held.gather(digest, 21))?.alarms).toHaveLength(2);
      expect((await due(1000)).length).toBe(1);
      const states = (await queries.list({ limit: 9 })).map(({ state, lastError }) => [state, lastError]);
      expect(states.filter(([state]) => state === "delivered")).toEqual([
        ["delivered", `Sent as part of the digest in message ${id}.`],
        ["delivered", `Sent as part of the digest in message ${id}.`],
      ]);
      await opened.outbox.release(claimed);
      expect(await opened.held.gather(digest, 22)).toBeNull();
    });

    test("lists fifty alarms and counts the others", async () => {
      const ids = Array.from({ length: 60 }, (_, index) => index + 1);
      await write([...ids.map((id) => notification("a", [id])), notification("a", [])]);
      const claimed = await claimOf(opened.outbox, (await due(20))[0]!);
      const digest = { claimed, accountId: 1, destination: "there", digest: "a" };
      const gathered = await opened.held.gather(digest, 20);
      expect([gathered?.alarms.length, gathered?.more]).toEqual([50, 10]);
    });

    test("tells what became of an alarm", async () => {
      const alarm: Omit<SilenceAlarmRecord, "deviceId"> = {
        accountId: 1,
        name: "Silent",
        severity: "info",
        message: "",
        raisedUs: 1,
        lastUs: 1,
      };
      const states = () => Promise.all([1, 2, 3, 4].map((id) => opened.held.alarmState(id)));
      await writer.commit({
        alarms: [1, 2, 3].map(
          (id) => ({ kind: "fell silent", id, alarm: { ...alarm, deviceId: id } }) as const,
        ),
      });
      await writer.commit({
        alarms: [
          { kind: "acknowledged", id: 2, acknowledgedMs: 1, acknowledgedBy: "ada" },
          { kind: "cleared", id: 3, clearedUs: 2, clearedBy: null },
        ],
      });
      expect(await states()).toEqual(["active", "acknowledged", "cleared", "deleted"]);
    });
  });

  describe(`${name}: limits of channels`, () => {
    const channelHour = { accountId: 1, channel: "c", hour: 7 };
    const summary: NotificationMessage = {
      kind: "notification",
      channel: "c",
      event: "limited",
      alarms: [],
      more: 0,
      digest: null,
    };
    const about = (alarms: number, more = 0): NotificationMessage => ({
      kind: "notification",
      channel: "c",
      event: "raised",
      more,
      digest: null,
      alarms: Array.from({ length: alarms }, (_, index) => ({
        id: index,
        change: "raised",
        name: "Hot",
        severity: "info",
        message: "\0",
        atMs: 1,
        value: null,
        device: { uuid: "d", name: "" },
        sensor: null,
      })),
    });
    const leftOut = (message: NotificationMessage) => ({
      ...channelHour,
      message,
      summary,
      summaryKey: "limited:c:8",
      summaryDueMs: 500,
    });
    const leaveOut = async (id: number, message: NotificationMessage) =>
      opened.channelHours.leaveOut(await claimOf(opened.outbox, id), leftOut(message), 20);

    test("counts a channel's messages of an hour up to the limit over all takers, even after reopening", async () => {
      const another = await adapter.open(folder.path);
      const takers = Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? opened : another));
      const taken = await Promise.all(takers.map((each) => each.channelHours.take(channelHour, 5)));
      expect(taken.toSorted()).toEqual([1, 2, 3, 4, 5, null, null, null]);
      await another.close();
      await opened.close();
      opened = await adapter.open(folder.path);
      const { channelHours } = opened;
      await channelHours.giveBack(channelHour);
      expect(await channelHours.take(channelHour, 5)).toBe(5);
      expect(await channelHours.take(channelHour, 6)).toBe(6);
      for (const other of [{ hour: 8 }, { channel: "d" }, { accountId: 2 }])
        expect(await channelHours.take({ ...channelHour, ...other }, 1)).toBe(1);
      await channelHours.forgetBefore(8);
      expect(await channelHours.take(channelHour, 5)).toBe(1);
    });

    test("gathers what is over the limit in one message, and counts it", async () => {
      for (let row = 1; row <= 3; row++) await add();
      const results = [
        await leaveOut(1, about(1)),
        await leaveOut(2, about(60)),
        await leaveOut(3, about(2, 5)),
      ];
      expect(results).toEqual([true, true, true]);
      expect([await due(499), (await due(500)).length]).toEqual([[], 1]);
      const [id] = await due(500);
      expect(await record(id!)).toMatchObject({ key: "limited:c:8", accountId: 1, destination: "mail" });
      const message = (await record(id!)).message as NotificationMessage;
      expect([message.alarms.length, message.more, message.event]).toEqual([50, 18, "limited"]);
      const { state, lastError, tries } = await record(1);
      expect([state, tries]).toEqual(["delivered", 0]);
      expect(lastError).toEndWith(`It is part of message ${id}.`);
      expect(await queries.limitedHours(1, 7)).toEqual([{ channel: "c", hour: 7, leftOut: 68 }]);
      expect([await queries.limitedHours(1, 8), await queries.limitedHours(2, 7)]).toEqual([[], []]);
    });

    test("adds nothing to a message that is under way, and does nothing under a claim that has ended", async () => {
      for (let row = 1; row <= 3; row++) await add();
      const [lost] = await opened.outbox.claim([1], { nowMs: 20, untilMs: 30 });
      await claimOf(opened.outbox, 1);
      expect(await opened.channelHours.leaveOut(lost!, leftOut(about(1)), 20)).toBeTrue();
      expect([(await due(500)).length, (await record(1)).state]).toEqual([2, "waiting"]);
      await leaveOut(2, about(1));
      await claimOf(opened.outbox, (await due(500)).at(-1)!);
      expect(await leaveOut(3, about(1))).toBeFalse();
      expect((await record(3)).state).toBe("waiting");
      expect(await queries.limitedHours(1, 7)).toEqual([{ channel: "c", hour: 7, leftOut: 1 }]);
    });
  });

  describe(`${name}: holding`, () => {
    test("keeps a held row from being due before its time, with its reason and without another attempt", async () => {
      await add();
      await hold(1, {
        because: "not yet",
        untilMs: 500,
        address: "a@x.org",
      });
      expect([await due(499), await due(500)]).toEqual([[], [1]]);
      expect(await record(1)).toMatchObject({
        state: "waiting",
        tries: 0,
        lastError: null,
        heldBecause: "not yet",
      });
      expect(await opened.outbox.claim([1], { nowMs: 500, untilMs: 501 })).toMatchObject([
        { heldFor: "a@x.org" },
      ]);
    });

    test("stores times with fractions of a millisecond as the next whole one", async () => {
      for (let row = 0; row < 3; row++) await add();
      const [one, two, three] = await due(10);
      await hold(one!, { because: "b", untilMs: 100.25, address: null });
      expect((await record(one!)).dueMs).toBe(101);
      const claimed = await claimOf(opened.outbox, two!);
      const lane = { accountId: 1, destination: "mail", nowMs: 10, claimed, max: 1 };
      await opened.held.holdLane(lane, { because: "b", untilMs: 200.75, address: null });
      expect((await record(two!)).dueMs).toBe(201);
      expect(await opened.outbox.failed(await claimOf(opened.outbox, three!), "e", 10, 300.5)).toBeTrue();
      expect((await record(three!)).dueMs).toBe(301);
      const entry = { accountId: 1, sensorId: 1, chainId: 1, nodeId: "n", destination: "mail", nowMs: 10 };
      const message = { kind: "mail", to: ["a@x.org"], subject: "Hot", text: "" } as const;
      await writer.commit({
        messages: [
          { ...entry, key: "later", message, dueMs: 400.001 },
          { ...entry, key: "never", message, dueMs: Number.NaN },
        ],
      });
      const added = (await queries.list({ limit: 2 })).map(({ key, dueMs }) => [key, dueMs]);
      expect(Object.fromEntries(added)).toEqual({ later: 401, never: 10 });
    });

    test("reports values that the engine refuses as faults of the data, which trying again does not mend", async () => {
      await add();
      const claim = await claimOf(opened.outbox, (await due(10))[0]!);
      const fault = await opened.held
        .hold(claim, { because: null as unknown as string, untilMs: 1e300, address: null })
        .then(
          () => null,
          (error: unknown) => error,
        );
      expect(fault).toBeInstanceOf(StoreFault);
      expect([(fault as StoreFault).isOfData, isEngineFault(fault)]).toEqual([true, false]);
    });

    test("ends a hold when the row is settled or sent again", async () => {
      for (let id = 1; id <= 4; id++) {
        await add();
        await hold(id, {
          because: "not yet",
          untilMs: 20,
          address: "a@x.org",
        });
      }
      await opened.outbox.delivered(await claimOf(opened.outbox, 1), 30, null);
      await opened.outbox.failed(await claimOf(opened.outbox, 2), "no", 30, 40);
      await opened.outbox.failed(await claimOf(opened.outbox, 3), "no", 30, null);
      await opened.outbox.refused(await claimOf(opened.outbox, 4), "no", 30);
      expect(await Promise.all([1, 2, 3, 4].map(async (id) => (await record(id)).heldBecause))).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(await opened.held.heldFor()).toEqual([]);
    });

    test("holds the due rows of a lane that are not under way, up to a limit", async () => {
      for (let row = 0; row < 4; row++) await add();
      await add(["a@x.org"], 2);
      await add(["a@x.org"], 1, "elsewhere");
      const claimed = await opened.outbox.claim([1, 2], { nowMs: 20, untilMs: 600 });
      const lane = { accountId: 1, destination: "mail", nowMs: 20, max: 2 };
      const hold = { because: "tomorrow", untilMs: 500, address: null };
      expect(await opened.held.holdLane({ ...lane, claimed: claimed[1]! }, hold)).toBe(2);
      for (const claim of claimed) await opened.outbox.release(claim);
      expect(await due(20)).toEqual([1, 4, 5, 6]);
      const again = await opened.outbox.claim([1, 4], { nowMs: 20, untilMs: 600 });
      expect(await opened.held.holdLane({ ...lane, claimed: again[1]! }, hold)).toBe(1);
      for (const claim of again) await opened.outbox.release(claim);
      await opened.held.releaseLanes(30);
      expect(await due(30)).toEqual([1, 5, 6, 2, 3, 4]);
      expect((await record(2)).heldBecause).toBeNull();
    });

    test("holds and splits nothing under a claim that has ended", async () => {
      for (let row = 0; row < 2; row++) await add(["a@x.org", "b@x.org"]);
      const [lost] = await opened.outbox.claim([1], { nowMs: 20, untilMs: 30 });
      await claimOf(opened.outbox, 1);
      const before = await queries.list({ limit: 10 });
      const hold = { because: "not yet", untilMs: 500, address: null };
      await opened.held.hold(lost!, hold);
      await opened.held.split(lost!, [["a@x.org"], ["b@x.org"]]);
      const lane = { accountId: 1, destination: "mail", nowMs: 20, max: 9 };
      expect(await opened.held.holdLane({ ...lane, claimed: lost! }, hold)).toBe(0);
      expect(await queries.list({ limit: 10 })).toEqual(before);
    });

    test("releases or refuses the rows of one account and address, and no others", async () => {
      const rows = [
        ["a@x.org", 1],
        ["a@x.org", 1],
        ["b@x.org", 1],
        ["a@x.org", 2],
      ] as const;
      for (const [index, [address, accountId]] of rows.entries()) {
        await add([address], accountId);
        await hold(index + 1, {
          because: "not yet",
          untilMs: 500,
          address,
        });
      }
      expect(await opened.held.heldFor()).toEqual([
        { accountId: 1, address: "a@x.org" },
        { accountId: 1, address: "b@x.org" },
        { accountId: 2, address: "a@x.org" },
      ]);
      expect(await opened.held.release({ accountId: 1, address: "a@x.org" }, 30, 1)).toBe(1);
      await opened.held.refuse({ accountId: 1, address: "a@x.org" }, "removed", 40);
      expect(await Promise.all([1, 2, 3, 4].map(async (id) => (await record(id)).state))).toEqual([
        "waiting",
        "dead",
        "waiting",
        "waiting",
      ]);
      expect(await due(30)).toEqual([1]);
      expect(await record(2)).toMatchObject({ lastError: "removed", settledMs: 40, tries: 0 });
    });

    test("splits the recipients of a row over several, which are all due", async () => {
      await add(["a@x.org", "b@x.org", "c@x.org"]);
      const split = await claimOf(opened.outbox, 1);
      await opened.held.split(split, [["b@x.org"], ["a@x.org"], ["c@x.org"]]);
      await opened.outbox.release(split);
      expect(await due(10)).toEqual([1, 2, 3]);
      expect(await Promise.all([1, 2, 3].map(async (id) => (await record(id)).message))).toMatchObject([
        { kind: "mail", to: ["b@x.org"], text: "ü" },
        { kind: "mail", to: ["a@x.org"], text: "ü" },
        { kind: "mail", to: ["c@x.org"], text: "ü" },
      ]);
      expect(new Set(await Promise.all([1, 2, 3].map(async (id) => (await record(id)).key))).size).toBe(3);
      expect(await record(3)).toMatchObject({
        accountId: 1,
        chainId: 1,
        nodeId: "n",
        createdMs: 10,
        tries: 0,
      });
    });
  });

  describe(`${name}: counting mails`, () => {
    test("counts by account and day, even after reopening, and can take some back", async () => {
      for (const [accountId, mails] of [
        [1, 3],
        [1, 2],
        [2, 9],
      ] as const) {
        expect(await opened.counts.take(accountId, 7, mails, 100)).toBeTrue();
      }
      await opened.counts.giveBack(1, 7, 1);
      await opened.close();
      opened = await adapter.open(folder.path);
      expect([
        await opened.counts.sent(1, 7),
        await opened.counts.sent(1, 8),
        await opened.counts.sent(2, 7),
      ]).toEqual([4, 0, 9]);
      expect(await queries.mailsOn(1, 7)).toBe(4);
      expect(await queries.accountsMailing(7, 4, 9)).toEqual([2, 1]);
      expect(await queries.accountsMailing(7, 5, 9)).toEqual([2]);
      expect(await queries.accountsMailing(7, 1, 1)).toEqual([2]);
      expect(await queries.accountsMailing(8, 1, 9)).toEqual([]);
      await opened.counts.forgetBefore(8);
      expect(await opened.counts.sent(1, 7)).toBe(0);
    });

    test("counts no more than the limit over all takers, and gives nothing back twice", async () => {
      const another = await adapter.open(folder.path);
      const takers = Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? opened : another));
      const taken = await Promise.all(takers.map(({ counts }) => counts.take(1, 7, 3, 10)));
      expect(taken.filter(Boolean)).toHaveLength(3);
      expect([await opened.counts.take(1, 7, 2, 10), await opened.counts.take(1, 7, 1, 10)]).toEqual([
        false,
        true,
      ]);
      expect(await opened.counts.take(2, 7, 11, 10)).toBeFalse();
      expect([await opened.counts.sent(1, 7), await opened.counts.sent(2, 7)]).toEqual([10, 0]);
      await opened.counts.giveBack(1, 7, 99);
      expect(await opened.counts.sent(1, 7)).toBe(0);
      await another.close();
    });

    test("notes the limit once a day", async () => {
      await opened.counts.take(1, 7, 3, 100);
      const noted = [
        [1, 7],
        [1, 7],
        [1, 8],
        [2, 7],
      ] as const;
      const first: boolean[] = [];
      for (const [account, day] of noted) first.push(await opened.counts.noteLimit(account, day));
      expect(first).toEqual([true, false, true, true]);
      expect(await opened.counts.sent(1, 7)).toBe(3);
    });
  });
}
