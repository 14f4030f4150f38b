import { afterAll, expect, test } from "bun:test";
import { alarmFollowUpRoutes } from "@weir/protocol/manage/alarm-follow-up-routes";
import { alarmRoutes } from "@weir/protocol/manage/alarm-routes";
import { alertRuleRoutes } from "@weir/protocol/manage/alert-rule-routes";
import { alertRule } from "@weir/protocol/resources/alert-rule";
import type { NotifiedAlarm } from "@weir/rule-engine/message";
import { openChannelBook } from "../../roles/deliver/channel-book.ts";
import { alarmFollowUpHandlers } from "../alarms/alarm-follow-up-handlers.ts";
import { alarmHandlers } from "../alarms/alarm-handlers.ts";
import { savingAbove } from "../chains/test-chains.ts";
import { closeTestControls } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import { alertRuleHandlers } from "./alert-rule-handlers.ts";
import { alertRules } from "./alert-rules.ts";

afterAll(closeTestControls);

const condition = { kind: "above", limit: 30, hysteresis: 5 };

interface Alarm {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly clear_reason: string | null;
}

const open = () =>
  RecordsApiUnderTest.create(
    { ...alertRule.routes, ...alertRuleRoutes, ...alarmRoutes, ...alarmFollowUpRoutes },
    { ...alertRules.handlers, ...alertRuleHandlers, ...alarmHandlers, ...alarmFollowUpHandlers },
    savingAbove(-100),
  );

test("shows the alarm of a rule with the rule as its origin, also after the rule is gone", async () => {
  await using api = await open();
  const { plant, records } = api;
  const editor = api.as("editor", plant);
  const target = { kind: "sensor", sensor: plant.sensorUuid };
  const body = { name: "Too hot", severity: "critical", text: "{{value}}", target, condition };
  const { uuid } = (await editor.call("createAlertRule", { body })).json;
  await records.process(plant.sensorId, 20, 31);
  const alarms = async () => (await editor.call("listAlarms")).json.items;
  const alarm = { state: "active", severity: "critical", name: "Too hot", message: "31", cause: "rule" };
  const origin = { chain: null, node: null, rule: { uuid, name: "Too hot" }, readings: 1, raised_value: 31 };
  expect(await alarms()).toMatchObject([{ ...alarm, ...origin, sensor: { uuid: plant.sensorUuid } }]);
  await records.process(plant.sensorId, 36, 33);
  const values = { raised_value: 31, last_value: 33, worst_value: 36 };
  expect(await alarms()).toMatchObject([values]);
  const unseen = { raised_value: null, last_value: null, worst_value: null };
  expect((await api.asKey(plant, "operations:read").call("listAlarms")).json.items).toMatchObject([unseen]);
  await records.process(plant.sensorId, 10);
  expect(await alarms()).toMatchObject([{ ...values, state: "cleared", cleared_by: null }]);
  await editor.call("deleteAlertRule", { params: { rule: uuid } });
  expect(await alarms()).toMatchObject([{ cause: "rule", rule: null, chain: null }]);
  expect((await api.as("viewer", api.office).call("listAlarms")).json.items).toEqual([]);
});

test("says why an alarm was cleared whose rule was deleted, or no longer applies to the sensor", async () => {
  await using api = await open();
  const { plant, records } = api;
  const editor = api.as("editor", plant);
  const target = { kind: "sensor", sensor: plant.sensorUuid };
  const rules: { uuid: string }[] = [];
  for (const name of ["Deleted", "Moved"]) {
    const body = { name, severity: "info", text: "{{value}}", target, condition };
    rules.push((await editor.call("createAlertRule", { body })).json);
  }
  await records.process(plant.sensorId, 31, 20, 32);
  const [deleted, moved] = rules.map(({ uuid }) => ({ params: { rule: uuid } }));
  await editor.call("deleteAlertRule", deleted!);
  await editor.call("updateAlertRule", { ...moved!, body: { target: { kind: "type", type: "humidity" } } });
  await records.checkRules();
  const { items } = (await editor.call("listAlarms")).json;
  const told = items.map((alarm: Alarm) => [alarm.name, alarm.state, alarm.clear_reason]);
  expect(told).toEqual([
    ["Moved", "cleared", "rule_not_applicable"],
    ["Deleted", "cleared", "rule_deleted"],
    ["Moved", "cleared", null],
    ["Deleted", "cleared", null],
  ]);
  const history = async ({ id }: Alarm) =>
    (await editor.call("showAlarmHistory", { params: { id: String(id) } })).json.items.at(-1);
  expect(await history(items[1])).toMatchObject({ kind: "cleared", by: null, reason: "rule_deleted" });
  expect(await history(items[3])).toMatchObject({ kind: "cleared", by: null, reason: null });
});

test("ends a snooze when the severity rises, also for notifications, and shows the rise in the history", async () => {
  await using api = await open();
  const { plant, records } = api;
  const editor = api.as("editor", plant);
  const target = { kind: "sensor", sensor: plant.sensorUuid };
  const body = { name: "Too hot", severity: "warning", text: "{{value}}", target, condition };
  const { uuid: rule } = (await editor.call("createAlertRule", { body })).json;
  await records.process(plant.sensorId, 31);
  const [{ id }] = (await editor.call("listAlarms")).json.items;
  const params = { id: String(id) };
  const until = new Date(records.scene.nowMs + 3_600_000).toISOString();
  const snooze = async () => (await editor.call("snoozeAlarm", { params, body: { until } })).json;
  expect((await snooze()).snoozed_until).not.toBeNull();
  const book = openChannelBook(records.control, records.control.key);
  const isQuiet = async () => {
    const [alarm] = records.scene.rows("SELECT id, severity FROM alarms") as [NotifiedAlarm];
    return (await book.snoozedUntilMs(alarm, records.scene.nowMs)) !== null;
  };
  expect(await isQuiet()).toBe(true);
  const snoozed = async () => (await editor.call("listAlarms", { query: { snoozed: "only" } })).json.items;
  await editor.call("updateAlertRule", { params: { rule }, body: { text: "It is {{value}}" } });
  await records.process(plant.sensorId, 32);
  expect(await snoozed()).toMatchObject([{ id, severity: "warning", message: "31" }]);
  await editor.call("updateAlertRule", { params: { rule }, body: { severity: "critical" } });
  await records.process(plant.sensorId, 33);
  expect(await snoozed()).toEqual([]);
  expect(await isQuiet()).toBe(false);
  const shown = (await editor.call("showAlarm", { params })).json;
  expect(shown).toMatchObject({ severity: "critical", message: "It is 33", snoozed_until: null });
  const { items } = (await editor.call("showAlarmHistory", { params })).json;
  expect(items.filter(({ kind }: { kind: string }) => kind === "severity_rose")).toMatchObject([
    { severity: "critical", by: null },
  ]);
  expect((await snooze()).snoozed_until).not.toBeNull();
});

test("tells when a rule would have raised alarms in the last hours", async () => {
  await using api = await open();
  const { plant, office, records } = api;
  await records.process(plant.sensorId, 20, 31, 32, 10, 40);
  const trial = (changed: object = {}) =>
    api
      .as("editor", plant)
      .call("tryAlertRule", { body: { sensor: plant.sensorUuid, hours: 1, condition, ...changed } });
  const { json } = await trial();
  expect(json).toMatchObject({ readings: 5, is_complete: true, raised: 2, is_active: true });
  expect(json.changes.map(({ change, value }: { change: string; value: number }) => [change, value])).toEqual(
    [
      ["raised", 31],
      ["cleared", 10],
      ["raised", 40],
    ],
  );
  expect(json.changes[2].at).toBe(json.until);
  records.scene.nowMs += 7_200_000;
  expect((await trial()).json).toMatchObject({ readings: 0, raised: 0, until: null });
  expect((await trial({ sensor: office.sensorUuid })).status).toBe(422);
  const upsideDown = { kind: "outside", min: 2, max: 1 };
  expect((await trial({ condition: upsideDown })).json.errors[0].field).toBe("condition.max");
  expect((await api.as("editor", plant).call("listAlertRules")).json.items).toEqual([]);
});
