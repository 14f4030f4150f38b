import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { channelRoutes } from "@weir/protocol/manage/channel-routes";
import { channel } from "@weir/protocol/resources/channel";
import { TestReceiver } from "../../deliver/channels/test-receiver.ts";
import { parseNetwork } from "../../platform/address.ts";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { createChannelTester } from "../../roles/manage/channel-tester.ts";
import { storeFile } from "../../store/engine/sqlite/store-schema.ts";
import { closeTestControls } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { channelHandlers } from "./channel-handlers.ts";
import { channels } from "./channels.ts";

afterAll(closeTestControls);
setDefaultTimeout(60_000);

const slack = { kind: "slack", url: "https://hooks.slack.com/services/T1/B1/hush" } as const;

async function open() {
  const api = await ApiUnderTest.create(
    { ...channel.routes, ...channelRoutes },
    { ...channels.handlers, ...channelHandlers },
  );
  const account = await api.addAccount("Plant");
  const join = (email: string) => api.addMember(email, account);
  const editor = api.as("editor", account, { userId: await join("ada@example.org") });
  const viewer = api.as("viewer", account, { userId: await join("bob@example.org") });
  const create = (body: object, caller = editor) => caller.call("createChannel", { body });
  return { api, account, editor, viewer, create };
}

test("creates, lists, changes and deletes channels without ever showing a URL, and audits all of it", async () => {
  const { api, account, editor, create } = await open();
  await using _ = api;
  const made = await create({ name: "Ops", target: slack });
  expect(made.json).toMatchObject({
    name: "Ops",
    owner: "account",
    kind: "slack",
    address: "hooks.slack.com",
  });
  const params = { channel: made.json.uuid };
  const quiet = { days: ["monday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };
  const changed = await editor.call("updateChannel", { params, body: { quiet_hours: quiet } });
  expect(changed.json).toMatchObject({ name: "Ops", quiet_hours: quiet });
  const headers = { "If-Match": `"${"x".repeat(22)}"` };
  expect((await editor.call("updateChannel", { params, headers, body: { name: "A" } })).status).toBe(412);
  const listed = await editor.call("listChannels");
  expect(listed.json.items).toEqual([changed.json]);
  expect((await editor.call("testChannel", { params })).json).toEqual({
    delivered: true,
    answer: "Accepted.",
  });
  expect((await editor.call("deleteChannel", { params })).status).toBe(204);
  expect((await editor.call("showChannel", { params })).json.code).toBe("unknown_channel");
  const entries = await api.auditOf(account);
  expect(entries.map(({ action }) => action)).toEqual([
    "channel.delete",
    "channel.test",
    "channel.update",
    "channel.create",
  ]);
  expect([JSON.stringify(entries), listed.text, api.logLines.join()].join()).not.toContain("hush");
});

test("shows the latest hour in which a channel was over its limit", async () => {
  const { api, account, editor, create } = await open();
  await using _ = api;
  const { uuid } = (await create({ name: "Ops", target: slack })).json;
  await create({ name: "Quiet", target: slack });
  const db = openDatabase(join(api.dataDir, storeFile), { synchronous: "normal" });
  const hour = Math.floor(api.clock.nowMs() / 3_600_000);
  for (const [back, leftOut] of [
    ...([
      [25, 1],
      [3, 20],
      [2, 30],
      [1, 0],
    ] as const),
  ])
    db.run("INSERT INTO channel_hours VALUES (?, ?, ?, 60, ?)", [account.id, uuid, hour - back, leftOut]);
  db.close();
  const limited = { until: "2026-06-01T11:00:00.000000Z", left_out: 30 };
  const items = (await editor.call("listChannels")).json.items;
  expect(items.map((channel: { limited: unknown }) => channel.limited)).toEqual([limited, null]);
  const params = { channel: uuid };
  expect((await editor.call("showChannel", { params })).json.limited).toEqual(limited);
  api.clock.advanceMs(23 * 3_600_000);
  expect((await editor.call("showChannel", { params })).json.limited).toBeNull();
});

test.each([
  ["an address that is none", { kind: "mail", address: "nobody" }],
  ["a URL of another scheme", { kind: "slack", url: "ftp://example.org/" }],
  ["a URL with a password", { kind: "webhook", url: "https://u:p@example.org/" }],
  [
    "keys of a subscription that are none",
    { kind: "push", endpoint: "https://p.example/1", p256dh: "AA", auth: "AA" },
  ],
])("refuses %s", async (_name, target) => {
  const { api, create } = await open();
  await using _ = api;
  expect((await create({ name: "Bad", owner: "account", target })).json).toMatchObject({
    status: 422,
    code: "bad_target",
  });
});

test("asks an address outside the account when a channel for it is created", async () => {
  const { api, create } = await open();
  await using _ = api;
  await create({ name: "Mail", target: { kind: "mail", address: "ops@example.org" } });
  const asked = await api.control.db.selectFrom("mail_recipients").select(["email", "state"]).execute();
  expect(asked).toEqual([{ email: "ops@example.org", state: "waiting" }]);
});

test("a test message tells what the receiver answered, and mail only reaches people who agreed", async () => {
  const { api, account, create } = await open();
  await using _ = api;
  using receiver = new TestReceiver();
  const tester = createChannelTester({
    control: api.control,
    mailer: { send: async () => undefined },
    clock: systemClock,
    allow: [parseNetwork("127.0.0.1")!],
    publicUrl: null,
  });
  const test = async (target: object) => {
    const { json } = await create({ name: "Ops", target });
    return tester({ ...json, accountId: account.id });
  };
  expect(await test({ kind: "slack", url: receiver.url })).toEqual({
    delivered: true,
    answer: "Slack accepted the message.",
  });
  expect(receiver.json.text).toContain('The channel "Ops" works.');
  // The server has no public address, so a link would lead nowhere, as in messages about alarms.
  expect(receiver.received[0]!.body.toString()).not.toContain("http");
  await test({ kind: "webhook", url: receiver.url });
  const posted = JSON.parse(receiver.received[1]!.body.toString());
  expect(posted).toMatchObject({ type: "test", title: "Test message from Weir" });
  expect(posted).not.toHaveProperty("url");
  receiver.answer = () => new Response("no_service", { status: 404 });
  expect(await test({ kind: "slack", url: receiver.url })).toEqual({
    delivered: false,
    answer: "Slack answered 404: no_service",
  });
  expect((await test({ kind: "mail", address: "ops@example.org" })).answer).toContain(
    "has not confirmed yet",
  );
});

test("a viewer's own channel reaches no allowed network and is told no answer; that of an editor is and does", async () => {
  const { api, account, viewer, create } = await open();
  await using _ = api;
  using inside = new TestReceiver();
  inside.answer = () => new Response("inner secret", { status: 500 });
  const tester = createChannelTester({
    control: api.control,
    mailer: null,
    clock: systemClock,
    allow: [parseNetwork("127.0.0.1")!],
    publicUrl: null,
  });
  const target = { kind: "slack", url: inside.url };
  const { json } = await create({ name: "Mine", owner: "person", target }, viewer);
  const test = () => tester({ ...json, accountId: account.id });
  expect((await test()).answer).toBe(
    "Slack did not accept the message, or cannot be reached on the public internet.",
  );
  expect(inside.received).toHaveLength(0);
  await api.control.transact((tx) => tx.updateTable("memberships").set({ role: "editor" }).execute());
  expect((await test()).answer).toBe("Slack answered 500: inner secret");
});

test("the push key is made once", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const [one, other] = await Promise.all([editor.call("showPushKey"), editor.call("showPushKey")]);
  expect(Buffer.from(one.json.public_key, "base64url")).toHaveLength(65);
  expect(other.json).toEqual(one.json);
});
