import { afterAll, expect, test } from "bun:test";
import { alarmFollowUpRoutes } from "@weir/protocol/manage/alarm-follow-up-routes";
import { alarmRoutes } from "@weir/protocol/manage/alarm-routes";
import { line, testNode } from "../chains/test-chains.ts";
import { closeTestControls } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import { alarmFollowUpHandlers } from "./alarm-follow-up-handlers.ts";
import { alarmHandlers } from "./alarm-handlers.ts";

afterAll(closeTestControls);

const alarming = line(
  testNode("hot", "raise-alarm", { name: "too hot", severity: "warning", message: "{{value}}!" }),
);
const hourMs = 3_600_000;

async function open() {
  const routes = { ...alarmRoutes, ...alarmFollowUpRoutes };
  const told: string[] = [];
  const live = {
    watch: async () => undefined,
    subscribe: () => {
      throw new Error("Nobody listens here.");
    },
    tell: (events: readonly { kind: string; change?: string }[]) =>
      void told.push(...events.map(({ change }) => String(change))),
  };
  const handlers = { ...alarmHandlers, ...alarmFollowUpHandlers };
  const api = await RecordsApiUnderTest.create(routes, handlers, alarming, { parts: { live } });
  const { plant, office, records } = api;
  for (const { sensorId } of [plant, office]) await records.process(sensorId, 30);
  const editor = api.as("editor", plant);
  const [{ id }] = (await editor.call("listAlarms")).json.items;
  const members = await addMembers(records.control, plant.accountId);
  const soon = (ms = hourMs) => new Date(records.scene.nowMs + ms).toISOString();
  return { api, plant, office, records, editor, id, params: { id: String(id) }, members, told, soon };
}

type TestControl = RecordsApiUnderTest<typeof alarmRoutes>["records"]["control"];

/** The person whom the API under test signs in is user 1. */
async function addMembers(control: TestControl, accountId: number): Promise<void> {
  await control.transact(async (tx) => {
    for (const name of ["ada", "bob"]) {
      const person = { uuid: crypto.randomUUID(), email: `${name}@example.org`, name, created_at: 1 };
      const { id } = await tx
        .insertInto("users")
        .values({ ...person, password_hash: "", password_changed_at: 1 } as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("memberships")
        .values({ account_id: accountId, user_id: id, role: "editor", created_at: 1 })
        .execute();
    }
  });
}

test("comments, assigns and snoozes an alarm, and its history says who did what", async () => {
  const { api, editor, params, told, soon, records, plant } = await open();
  await using _ = api;
  const comment = await editor.call("commentOnAlarm", { params, body: { text: " Door was open. " } });
  expect([comment.status, comment.json.text, comment.json.by]).toEqual([
    201,
    "Door was open.",
    "ada@example.org",
  ]);
  const assigned = await editor.call("assignAlarm", { params, body: { assignee: "BOB@example.org" } });
  expect(assigned.json).toMatchObject({ assignee: { email: "bob@example.org", name: "bob" } });
  const until = soon();
  const snoozed = await editor.call("snoozeAlarm", { params, body: { until } });
  expect(snoozed.json.snoozed_until).toStartWith(until.slice(0, -1));
  await editor.call("acknowledgeAlarm", { params });
  await editor.call("unacknowledgeAlarms", { body: { ids: [Number(params.id)] } });
  await editor.call("assignAlarm", { params, body: { assignee: null } });
  await editor.call("assignAlarm", { params, body: { assignee: null } });
  await editor.call("clearAlarm", { params });
  await records.process(plant.sensorId, 31);
  const { items, recurrences } = (await editor.call("showAlarmHistory", { params })).json;
  expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
    [
      "raised",
      "commented",
      "assigned",
      "snoozed",
      "acknowledged",
      "unacknowledged",
      "unassigned",
      "cleared",
    ].toSorted(),
  );
  const entry = (kind: string) => items.find((item: { kind: string }) => item.kind === kind);
  expect(entry("raised")).toMatchObject({ by: null, value: 30 });
  expect(entry("assigned")).toMatchObject({ by: "ada@example.org", text: "bob@example.org" });
  expect(entry("commented")).toMatchObject({ text: "Door was open.", is_own: true });
  expect(entry("cleared")).toMatchObject({ by: "ada@example.org" });
  expect(recurrences).toMatchObject([{ state: "active", cleared_at: null }]);
  expect(told).toEqual(["commented", "assigned", "snoozed", "unassigned", "unassigned"]);
  expect(await api.audited()).toEqual([
    "alarm.comment",
    "alarm.assign",
    "alarm.snooze",
    "alarm.acknowledge",
    "alarm.unacknowledge",
    "alarm.assign",
    "alarm.clear",
  ]);
});

test("lets only the author delete a comment", async () => {
  const { api, editor, params, plant } = await open();
  await using _ = api;
  const key = api.asKey(plant, "operations:write", "operations:read");
  const { comment } = (await key.call("commentOnAlarm", { params, body: { text: "Seen" } })).json;
  const own = (await editor.call("commentOnAlarm", { params, body: { text: "Mine" } })).json.comment;
  const remove = async (caller: typeof editor, id: number) =>
    (await caller.call("deleteAlarmComment", { params: { ...params, comment: String(id) } })).status;
  expect(await remove(editor, comment)).toBe(403);
  expect(await remove(key, own)).toBe(403);
  expect(await remove(editor, own)).toBe(204);
  expect(await remove(editor, own)).toBe(404);
  expect(await remove(key, comment)).toBe(204);
  const { items } = (await editor.call("showAlarmHistory", { params })).json;
  expect(items).toMatchObject([{ kind: "raised" }]);
});

test("lists the alarms of an assignee, and forgets the assignee who leaves the account", async () => {
  const { api, editor, id, params, records, plant } = await open();
  await using _ = api;
  await editor.call("assignAlarm", { params, body: { assignee: "ada@example.org" } });
  const ids = async (query: Record<string, string>) =>
    (await editor.call("listAlarms", { query })).json.items.map((alarm: { id: number }) => alarm.id);
  expect(await ids({ assignee: "me" })).toEqual([id]);
  expect(await ids({ assignee: "me", state: "cleared" })).toEqual([]);
  expect(await ids({ assignee: "bob@example.org" })).toEqual([]);
  const unknown = await editor.call("listAlarms", { query: { assignee: "eve@example.org" } });
  expect([unknown.status, unknown.json.errors[0].field]).toEqual([422, "query.assignee"]);
  const foreign = await editor.call("assignAlarm", { params, body: { assignee: "eve@example.org" } });
  expect([foreign.status, foreign.json.code]).toEqual([422, "unknown_member"]);
  await records.control.transact((tx) =>
    tx.deleteFrom("memberships").where("account_id", "=", plant.accountId).execute(),
  );
  expect((await editor.call("showAlarm", { params })).json.assignee).toBeNull();
});

test("keeps a snoozed alarm out of what needs attention until the snooze ends", async () => {
  const { api, editor, id, params, records, soon } = await open();
  await using _ = api;
  const snooze = (until: string | null) => editor.call("snoozeAlarm", { params, body: { until } });
  expect((await snooze(soon())).status).toBe(200);
  const ids = async (snoozed: string) =>
    (await editor.call("listAlarms", { query: { snoozed } })).json.items.map(
      (alarm: { id: number }) => alarm.id,
    );
  const counts = async () => {
    const { unacknowledged, snoozed } = (await editor.call("countAlarms")).json;
    return [unacknowledged.warning, snoozed.warning];
  };
  expect([await ids("include"), await ids("exclude"), await ids("only")]).toEqual([[id], [], [id]]);
  expect(await counts()).toEqual([1, 1]);
  records.scene.nowMs += hourMs;
  expect([await ids("exclude"), await ids("only")]).toEqual([[id], []]);
  expect(await counts()).toEqual([1, 0]);
  expect((await editor.call("showAlarm", { params })).json.snoozed_until).toBeNull();
  await snooze(soon());
  await snooze(null);
  expect(await ids("exclude")).toEqual([id]);
  await snooze(soon());
  await editor.call("clearAlarm", { params });
  expect(await ids("only")).toEqual([]);
  expect((await snooze(soon())).json.code).toBe("alarm_cleared");
});

test("ends a snooze when the severity rises", async () => {
  const { api, editor, params, records, soon } = await open();
  await using _ = api;
  await editor.call("snoozeAlarm", { params, body: { until: soon() } });
  const until = async () => (await editor.call("showAlarm", { params })).json.snoozed_until;
  expect(await until()).not.toBeNull();
  await records.control.transact((tx) =>
    tx.updateTable("alarm_follow_ups").set({ snoozed_severity: "info" }).execute(),
  );
  expect(await until()).toBeNull();
});

test("refuses times that are past or far away, empty comments, and alarms of other accounts", async () => {
  const { api, editor, params, office, soon } = await open();
  await using _ = api;
  for (const until of [soon(-1000), soon(400 * 24 * hourMs), "tomorrow"]) {
    const { status, json } = await editor.call("snoozeAlarm", { params, body: { until } });
    expect([status, json.errors[0].field]).toEqual([422, "until"]);
  }
  expect((await editor.call("commentOnAlarm", { params, body: { text: "  " } })).status).toBe(422);
  const [{ id }] = (await api.as("viewer", office).call("listAlarms")).json.items;
  const foreign = { id: String(id) };
  expect((await editor.call("commentOnAlarm", { params: foreign, body: { text: "!" } })).status).toBe(404);
  expect((await editor.call("showAlarmHistory", { params: foreign })).status).toBe(404);
  expect((await editor.call("snoozeAlarm", { params: foreign, body: { until: null } })).status).toBe(404);
  expect((await editor.call("assignAlarm", { params: foreign, body: { assignee: null } })).status).toBe(404);
  const viewer = api.as("viewer", api.plant);
  expect((await viewer.call("commentOnAlarm", { params, body: { text: "!" } })).status).toBe(403);
});
