import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { resourceRoutesOfAll } from "@weir/protocol/resources/resources";
import { unwrap } from "@weir/protocol/result";
import { loadNotificationRules } from "../../control/notifications/notification-rules.ts";
import { deleteMembership } from "../../control/people/memberships.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import { resourceHandlers } from "../served-resources.ts";
import { closeTestControls } from "../test-control.ts";
import { type ApiTestOptions, ApiUnderTest } from "../testing/api-under-test.ts";

afterAll(closeTestControls);
setDefaultTimeout(60_000);

const mailChannel = { name: "Mail", target: { kind: "mail", address: "ops@example.org" } };

async function open(options: ApiTestOptions = {}) {
  const api = await ApiUnderTest.create(resourceRoutesOfAll, resourceHandlers, options);
  const account = await api.addAccount("Plant");
  const bob = await api.addMember("bob@example.org", account);
  const editor = api.asKey(account);
  const viewer = api.as("viewer", account, { userId: bob });
  const target = { kind: "slack", url: "https://hooks.slack.com/services/x" };
  const channel = async (name: string, owner = "account", caller = editor) =>
    (await caller.call("createChannel", { body: { name, owner, target } })).json.uuid as string;
  return { api, account, bob, editor, viewer, channel };
}

test("creates, changes and deletes rules with groups and channels, and audits all of it", async () => {
  const { api, account, editor, channel } = await open();
  await using _ = api;
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Cellar" }));
  const [ops, boss] = [await channel("Ops"), await channel("Boss")];
  const hours = { days: ["monday"], from: "08:00", to: "18:00", time_zone: "Europe/Berlin" };
  const escalation = { after_minutes: 15, channels: [boss] };
  const body = { name: "Cellar", group: "Cellar", hours, channels: [ops], escalation };
  const made = await editor.call("createNotificationRule", { body });
  expect(made.json).toMatchObject({
    name: "Cellar",
    owner: "account",
    min_severity: "warning",
    group: "Cellar",
    hours,
    notify_cleared: true,
    digest_minutes: null,
    channels: [{ uuid: ops, name: "Ops" }],
    escalation: { after_minutes: 15, channels: [{ uuid: boss, name: "Boss" }] },
  });
  const params = { rule: made.json.uuid };
  const patch = { group: null, digest_minutes: 10, escalation: null };
  const changed = await editor.call("updateNotificationRule", { params, body: patch });
  expect(changed.json).toMatchObject({ ...patch, name: "Cellar", channels: [{ uuid: ops }] });
  const stale = { "If-Match": made.headers.ETag! };
  expect((await editor.call("deleteNotificationRule", { params, headers: stale })).status).toBe(412);
  expect(await loadNotificationRules(api.control.db)).toMatchObject([
    { digestMinutes: 10, groupId: null, channels: [{ uuid: ops }], escalationChannels: [] },
  ]);
  await editor.call("deleteChannel", { params: { channel: ops } });
  expect((await editor.call("listNotificationRules")).json.items).toMatchObject([{ channels: [] }]);
  expect((await editor.call("deleteNotificationRule", { params })).status).toBe(204);
  expect((await editor.call("showNotificationRule", { params })).json.code).toBe("unknown_notification_rule");
  const actions = (await api.auditOf(account)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("notification-rule"))).toEqual([
    "notification-rule.delete",
    "notification-rule.update",
    "notification-rule.create",
  ]);
});

test("a person's rule names only their own channels, and both end with the membership", async () => {
  const { api, account, bob, editor, viewer, channel } = await open();
  await using _ = api;
  const [ours, mine] = [await channel("Ours"), await channel("Mine", "person", viewer)];
  const create = async (caller: typeof viewer, owner: string, uuid: string) => {
    const body = { name: "Rule", owner, channels: [uuid] };
    return (await caller.call("createNotificationRule", { body })).json;
  };
  expect((await create(viewer, "account", ours)).code).toBe("role_needed");
  expect((await create(viewer, "person", ours)).code).toBe("unknown_channel");
  expect((await create(editor, "account", mine)).code).toBe("unknown_channel");
  expect(await create(viewer, "person", mine)).toMatchObject({ owner: "person" });
  expect((await editor.call("listNotificationRules")).json.items).toEqual([]);
  await api.control.transact((tx) => deleteMembership(tx, { accountId: account.id, userId: bob }));
  expect(await loadNotificationRules(api.control.db)).toEqual([]);
});

test("refuses groups that do not exist and hours that are none", async () => {
  const { api, editor, channel } = await open();
  await using _ = api;
  const channels = [await channel("Ops")];
  const refused = async (fields: object) =>
    (await editor.call("createNotificationRule", { body: { name: "Rule", channels, ...fields } })).json.code;
  expect(await refused({ group: "Attic" })).toBe("unknown_group");
  const hours = { days: ["monday"], from: "08:00", to: "08:00", time_zone: "UTC" };
  expect(await refused({ hours })).toBe("bad_hours");
});

test("names the rules that tell nobody without a channel, and says so when it is deleted", async () => {
  const { api, editor, channel } = await open();
  await using _ = api;
  const [ops, boss] = [await channel("Ops"), await channel("Boss")];
  const add = (body: object) => editor.call("createNotificationRule", { body });
  await add({ name: "Only Ops", channels: [ops] });
  await add({ name: "Both", channels: [ops, boss] });
  await add({ name: "Later", channels: [boss], escalation: { after_minutes: 5, channels: [ops] } });
  const { items } = (await editor.call("listChannels")).json;
  expect(items.map((each: { only_channel_of: string[] }) => each.only_channel_of)).toEqual([
    ["Later"],
    ["Later", "Only Ops"],
  ]);
  const silent = async () =>
    (await editor.call("listNotificationRules")).json.items
      .filter(({ tells_nobody }: { tells_nobody: boolean }) => tells_nobody)
      .map(({ name }: { name: string }) => name);
  expect(await silent()).toEqual([]);
  await editor.call("deleteChannel", { params: { channel: ops } });
  expect(await silent()).toEqual(["Later", "Only Ops"]);
});

test("says that a rule tells nobody whose only channel is email that nobody gets", async () => {
  const { api, editor, channel } = await open();
  await using _ = api;
  const mail = (await editor.call("createChannel", { body: mailChannel })).json;
  const slack = await channel("Slack");
  const add = async (name: string, channels: string[]) =>
    (await editor.call("createNotificationRule", { body: { name, channels } })).json.tells_nobody;
  expect(mail.problem).toBe("no_mail_server");
  expect(await add("Mail", [mail.uuid])).toBe(true);
  expect(await add("Both", [mail.uuid, slack])).toBe(false);
  // Deleting the one that works leaves one that does not.
  const { only_channel_of } = (await editor.call("showChannel", { params: { channel: slack } })).json;
  expect(only_channel_of).toEqual(["Both"]);
});

test("an email channel has a problem until the owner of the address agrees", async () => {
  const { api, editor } = await open({ parts: { mailer: { send: async () => undefined } } });
  await using _ = api;
  const made = (await editor.call("createChannel", { body: mailChannel })).json;
  expect(made.problem).toBe("not_confirmed");
  const channels = [made.uuid];
  await editor.call("createNotificationRule", { body: { name: "Mail", channels } });
  const seen = async () => {
    const [channel] = (await editor.call("listChannels")).json.items;
    const [rule] = (await editor.call("listNotificationRules")).json.items;
    return [channel.problem, rule.tells_nobody];
  };
  const answer = (state: "confirmed" | "declined") =>
    api.control.transact((tx) => tx.updateTable("mail_recipients").set({ state }).execute());
  await answer("confirmed");
  expect(await seen()).toEqual([null, false]);
  await answer("declined");
  expect(await seen()).toEqual(["declined", true]);
});
