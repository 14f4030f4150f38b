import { afterEach, beforeEach, expect, test } from "bun:test";
import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { SqliteAlarms } from "../../store/alarms/writer-sqlite.ts";
import { MailGate } from "../mail/mail-gate.ts";
import { testConnector, testSecret } from "../test-delivery.ts";
import { TestOutbox } from "../test-outbox.ts";
import type { ChannelBook } from "./channel-book.ts";
import { ChannelLimit } from "./channel-limit.ts";
import { ChannelSender } from "./channel-sender.ts";
import { NotificationGate } from "./notification-gate.ts";
import { NotificationSender } from "./notification-sender.ts";
import { TestReceiver } from "./test-receiver.ts";

let outbox: TestOutbox;
let receiver: TestReceiver;
let snoozedMs: Map<number, number>;

beforeEach(() => {
  outbox = new TestOutbox();
  receiver = new TestReceiver();
  snoozedMs = new Map();
});
afterEach(async () => {
  receiver[Symbol.dispose]();
  await outbox[Symbol.asyncDispose]();
});

const publicUrl = "https://weir.example";
const alarm: NotifiedAlarm = {
  id: 1,
  change: "raised",
  name: "Too hot",
  severity: "critical",
  message: "31 °C",
  atMs: 0,
  value: 31,
  device: { uuid: "d", name: "" },
  sensor: { uuid: "s", name: "Temperature" },
};
const message: NotificationMessage = {
  kind: "notification",
  channel: "ops",
  event: "raised",
  alarms: [alarm],
  more: 0,
  digest: null,
};

/** Delivers with a channel that has this target, or none. */
function deliver(target: ChannelTargetForm | null, perHourMax = 60) {
  const { held, mailCounts: counts, channelHours: hours, log, clock } = outbox;
  const channels: ChannelBook = {
    snoozedUntilMs: async ({ id }, nowMs) => ((snoozedMs.get(id) ?? 0) > nowMs ? snoozedMs.get(id)! : null),
    find: async () => (target === null ? null : { accountId: 1, target, isTrusted: true }),
    withNames: async (message) => ({
      ...message,
      alarms: message.alarms.map((each) => ({ ...each, device: { uuid: "d", name: "Freezer 7" } })),
    }),
  };
  const others = new MailGate({ held, counts, log, recipients: null, perDayMax: 10 });
  const sender = new ChannelSender({
    connector: testConnector(),
    publicConnector: testConnector(),
    clock,
    version: "1",
    vapidKey: async () => null,
    contact: publicUrl,
  });
  const notification = new NotificationSender({ channels, sender, publicUrl, signingSecret: "webhook" });
  outbox.sender.outcome = () => ({ kind: "delivered", note: null });
  return outbox.deliver({
    gate: new NotificationGate({
      held,
      channels,
      publicUrl,
      others,
      limit: new ChannelLimit({ hours, held, perHourMax }),
    }),
    senders: { webhook: outbox.sender, mail: outbox.sender, mqtt: outbox.sender, notification },
    secretOf: async () => testSecret,
  });
}

const hook = (): ChannelTargetForm => ({ kind: "slack", url: receiver.url });
const settled = (count: number) =>
  waitUntil(`${count} messages are settled`, async () => {
    const all = await outbox.queries.list({ limit: 99 });
    return all.filter(({ state }) => state !== "waiting").length === count;
  });
const notes = async () =>
  (await outbox.queries.list({ limit: 9 })).map(({ state, lastError }) => [state, lastError]);

test("sends a notification in the format of its channel, with the name of the device and a link", async () => {
  outbox.add({ message });
  deliver(hook());
  await settled(1);
  expect(receiver.json.text).toBe("Critical: Too hot\nFreezer 7 / Temperature: 31 °C");
  expect(receiver.json.blocks[2].elements[0].text).toContain("https://weir.example/alarms/1");
});

test("turns a notification to a mail channel into mail, which has a daily limit", async () => {
  outbox.add({ message: { ...message, alarms: [{ ...alarm, change: "cleared", message: "" }] } });
  deliver({ kind: "mail", address: "ada@example.org" });
  await settled(1);
  const mail = outbox.sender.begun[0]!.delivery.message;
  expect(mail).toMatchObject({ kind: "mail", to: ["ada@example.org"], subject: "Cleared: Too hot" });
  expect(await outbox.mailCounts.sent(1, Math.floor(outbox.clock.nowMs() / 86_400_000))).toBe(1);
});

test("says the worst value of an alarm that is over", async () => {
  const over = { ...alarm, change: "cleared", message: "", value: null, worst_value: 45 } as const;
  outbox.add({ message: { ...message, event: "cleared", alarms: [over] } });
  deliver({ kind: "mail", address: "ada@example.org" });
  await settled(1);
  const { text } = outbox.sender.begun[0]!.delivery.message as { text: string };
  expect(text).toStartWith("Freezer 7 / Temperature: worst value 45\n");
});

test("sends webhooks the worst value as a number, and in the text if the value was not the worst", async () => {
  for (const worst_value of [31, 45])
    outbox.add({ message: { ...message, alarms: [{ ...alarm, worst_value }] } });
  deliver({ kind: "webhook", url: receiver.url });
  await settled(2);
  const sent = receiver.received.map(({ body }) => JSON.parse(body.toString()));
  expect(sent.map(({ text, alarms }) => [alarms[0].worst_value, text]).sort()).toEqual([
    [31, "Freezer 7 / Temperature: 31 °C"],
    [45, "Freezer 7 / Temperature: 31 °C · worst value 45"],
  ]);
});

test("escalates an alarm that nobody acknowledged, and drops the escalation otherwise", async () => {
  const store = new SqliteAlarms(outbox.db);
  const from = { accountId: 1, deviceId: 1, sensorId: 1, chainId: 1, nodeId: "n", raisedUs: 1, value: 31 };
  for (const id of [1, 2]) store.change({ kind: "raised", id, alarm: { ...alarm, ...from, sensorId: id } });
  store.change({ kind: "acknowledged", id: 2, acknowledgedMs: 1, acknowledgedBy: "ada" });
  for (const id of [1, 2])
    outbox.add({ message: { ...message, event: "escalated", alarms: [{ ...alarm, id }] } });
  deliver(hook());
  await settled(2);
  expect(receiver.json.text).toStartWith("Not acknowledged: Too hot (critical)");
  expect(await notes()).toEqual([
    ["delivered", "Not sent: the alarm was acknowledged in time."],
    ["delivered", null],
  ]);
});

test("sends one digest for all messages that wait for it", async () => {
  const nowMs = outbox.clock.nowMs();
  for (const id of [1, 2, 3])
    outbox.add({
      key: `a:${id}`,
      message: { ...message, digest: "a", alarms: [{ ...alarm, id }] },
      dueMs: nowMs + 60_000,
    });
  outbox.add({ message: { ...message, event: "digest", digest: "a", alarms: [] } });
  deliver(hook());
  await settled(4);
  expect(receiver.json.text).toStartWith(
    "Alarms: 3 raised\n1970-01-01 00:00 UTC · Critical: Too hot · Freezer 7",
  );
  expect(receiver.json.text.split("\n")).toHaveLength(4);
});

test("gives up messages to a deleted channel", async () => {
  outbox.add({ message });
  deliver(null);
  await settled(1);
  expect(await notes()).toEqual([["dead", "The channel was deleted."]]);
});

test("keeps quiet about snoozed alarms, and decides about their escalation when the snooze ends", async () => {
  const from = { accountId: 1, deviceId: 1, sensorId: 1, chainId: 1, nodeId: "n", raisedUs: 1, value: 31 };
  new SqliteAlarms(outbox.db).change({ kind: "raised", id: alarm.id, alarm: { ...alarm, ...from } });
  snoozedMs.set(1, outbox.clock.nowMs() + 60_000);
  outbox.add({ message });
  outbox.add({ message: { ...message, event: "escalated" } });
  const deliverer = deliver(hook());
  await settled(1);
  await waitUntil("the escalation is held", async () =>
    (await outbox.queries.list({ limit: 9 })).some(({ heldBecause }) => heldBecause?.includes("snoozed")),
  );
  expect(receiver.received).toEqual([]);
  outbox.clock.advanceMs(60_000);
  deliverer.wake();
  await settled(2);
  expect(receiver.json.text).toStartWith("Not acknowledged");
});

const warning = (id: number): NotificationMessage => ({
  ...message,
  alarms: [{ ...alarm, id, severity: "warning" }],
});
const texts = (): string[] => receiver.received.map(({ body }) => JSON.parse(body.toString()).text);
const titles = () => texts().map((text) => text.split("\n")[0]!);
const nextHour = (deliverer: { wake(): void }) => {
  outbox.clock.advanceMs(3_605_000);
  deliverer.wake();
};

test("sends a channel no more than its limit in an hour, and the rest in one message afterwards", async () => {
  for (let id = 1; id <= 10; id++) outbox.add({ message: warning(id) });
  const deliverer = deliver(hook(), 3);
  await settled(10);
  expect(titles()).toEqual(Array(3).fill("Warning: Too hot"));
  const last =
    "This channel has reached its limit of 3 messages in this hour. Further changes that are not critical follow in one message at 13:00 UTC.";
  expect(texts().filter((text) => text.endsWith(last))).toHaveLength(1);
  expect(await outbox.queries.limitedHours(1, 0)).toMatchObject([{ channel: "ops", leftOut: 7 }]);
  nextHour(deliverer);
  await settled(11);
  const lines = texts().at(-1)!.split("\n");
  expect(lines.slice(0, 2)).toEqual([
    "Limit reached: 7 more changes of alarms",
    "This channel has a limit of 3 messages an hour. Left out from 12:00 to 13:00 UTC:",
  ]);
  expect(lines).toHaveLength(9);
  outbox.add({ message: warning(11) });
  deliverer.wake();
  await settled(12);
  expect(titles().at(-1)).toBe("Warning: Too hot");
});

test("tells of critical alarms although others have used up the limit, until they have used as many", async () => {
  for (let id = 1; id <= 4; id++) outbox.add({ message: warning(id) });
  const deliverer = deliver(hook(), 3);
  await settled(4);
  for (let id = 5; id <= 9; id++) outbox.add({ message });
  deliverer.wake();
  await settled(9);
  expect(titles().slice(3)).toEqual(Array(3).fill("Critical: Too hot"));
  const last = "limit of 6 messages in this hour. Further changes follow";
  expect(texts().filter((text) => text.includes(last))).toHaveLength(1);
  nextHour(deliverer);
  await settled(10);
  expect(titles().at(-1)).toBe("Limit reached: 3 more changes of alarms");
});

test("counts only messages that were sent, and tells each change once although saving failed in between", async () => {
  receiver.answer = () => new Response("", { status: 500 });
  for (let id = 1; id <= 2; id++) outbox.add({ message: warning(id) });
  const deliverer = deliver(hook(), 2);
  const rows = () => outbox.queries.list({ limit: 9 });
  await waitUntil("both have failed", async () => (await rows()).every(({ tries }) => tries === 1));
  receiver.answer = () => new Response("ok");
  outbox.db.run(
    "CREATE TRIGGER full BEFORE INSERT ON channel_hours WHEN NEW.left_out > 0 BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  for (let id = 3; id <= 5; id++) outbox.add({ message: warning(id) });
  deliverer.wake();
  await waitUntil("saving has failed", async () =>
    outbox.logged.some(({ message }) => message === "a message could not be handled and was put off"),
  );
  await settled(2);
  expect(await rows()).toHaveLength(5);
  outbox.db.run("DROP TRIGGER full");
  outbox.clock.advanceMs(1000);
  deliverer.wake();
  // The two that had failed are over the limit by now, too.
  await settled(5);
  nextHour(deliverer);
  await settled(6);
  expect(titles().slice(4)).toEqual(["Limit reached: 3 more changes of alarms"]);
});
