import { expect, setDefaultTimeout, test } from "bun:test";
import { alertRuleRoutes } from "@weir/protocol/manage/alert-rule-routes";
import { resourceRoutesOfAll } from "@weir/protocol/resources/resources";
import { unwrap } from "@weir/protocol/result";
import { alertRuleVersionsMax } from "../../control/alerts/alert-rule-versions.ts";
import { loadAlertRules } from "../../control/alerts/alert-rules.ts";
import { loadSensorSources } from "../../control/sensors/sensor-sources.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import { removeDeviceGroup } from "../devices/groups/device-groups-edit.ts";
import { resourceHandlers } from "../served-resources.ts";
import { createTemplate, removeTemplate } from "../templates/templates.ts";
import { newDevice } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { alertRuleHandlers } from "./alert-rule-handlers.ts";

// The limit of versions is tried by reaching it, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const condition = { kind: "above", limit: 30 };
const rule = {
  name: "Too hot",
  severity: "critical",
  text: "{{sensor.name}} is {{value}}",
  target: { kind: "type", type: "temperature" },
  condition,
};

async function open() {
  const api = await ApiUnderTest.create(
    { ...alertRuleRoutes, ...resourceRoutesOfAll },
    { ...alertRuleHandlers, ...resourceHandlers },
  );
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const add = (changed: object = {}) => editor.call("createAlertRule", { body: { ...rule, ...changed } });
  return { api, account, editor, add };
}

interface Told {
  name: string;
  told_by: { name: string; group: string | null }[];
  tells_nobody: boolean;
}

const told = ({ status, json }: { status: number; json: { errors?: { field: string }[] } }) => [
  status,
  json.errors?.[0]?.field,
];

test("creates, lists, changes, mutes and deletes rules, keeps their versions, and audits all of it", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const made = await add();
  expect(made.status).toBe(201);
  const params = { rule: made.json.uuid };
  const defaults = { hysteresis: 0, for_readings: 1, for_seconds: 0 };
  const unmuted = { until: null, weekly: null };
  expect(made.json).toMatchObject({
    ...rule,
    condition: { ...condition, ...defaults },
    version: 1,
    mute: unmuted,
  });
  await add({ name: "almost as hot" });
  const { items } = (await editor.call("listAlertRules")).json;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["almost as hot", "Too hot"]);
  const colder = { kind: "below", limit: -18, hysteresis: 2, for_readings: 3, for_seconds: 600 };
  const body = { severity: "info", condition: colder };
  const changed = await editor.call("updateAlertRule", { params, body });
  expect(changed.json).toMatchObject({ name: "Too hot", severity: "info", condition: colder, version: 2 });
  const weekly = { days: ["saturday", "sunday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };
  const mute = { until: "2030-01-01T00:00:00.000000Z", weekly };
  const muted = await editor.call("muteAlertRule", { params, body: mute });
  expect(muted.json).toMatchObject({ version: 2, mute });
  expect((await editor.call("showAlertRule", { params })).json).toEqual(muted.json);
  const versions = (await editor.call("listAlertRuleVersions", { params })).json.items;
  expect(versions).toMatchObject([
    { version: 2, condition: colder },
    { version: 1, severity: "critical", condition, target: rule.target },
  ]);
  expect((await editor.call("deleteAlertRule", { params })).status).toBe(204);
  expect((await editor.call("showAlertRule", { params })).json.code).toBe("unknown_alert_rule");
  const actions = (await api.auditOf(account)).map(({ action }) => action);
  const expected = ["delete", "mute", "update", "create", "create"].map((word) => `alert-rule.${word}`);
  expect(actions).toEqual(expected);
});

test("refuses rules that could not run or never clear, by field", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const { uuid } = (await add()).json;
  const refused: [object, string][] = [
    [{ text: "{{nothing}}" }, "text"],
    [{ condition: { kind: "outside", min: 2, max: 1 } }, "condition.max"],
    [{ condition: { kind: "outside", min: 0, max: 4, hysteresis: 3 } }, "condition.hysteresis"],
    [{ condition: { kind: "rate", limit: 1, hysteresis: 2 } }, "condition.hysteresis"],
    [{ condition: { kind: "above", limit: 1, hysteresis: -1 } }, "condition.hysteresis"],
    [{ condition: { kind: "silent", seconds: 0 } }, "condition.seconds"],
    [{ target: { kind: "sensor", sensor: "00000000-0000-4000-8000-000000000000" } }, "target.sensor"],
    [{ target: { kind: "group", group: "Nowhere" } }, "target.group"],
    [{ target: { kind: "template", template: "None" } }, "target.template"],
  ];
  for (const [changed, field] of refused)
    expect(told(await add({ name: "Other", ...changed }))).toEqual([422, field]);
  const params = { rule: uuid };
  const weekly = { days: ["monday"], from: "08:00", to: "10:00", time_zone: "UTC" };
  for (const [wrong, field] of [
    [{ until: "soon", weekly: null }, "until"],
    [{ until: null, weekly: { ...weekly, from: "24:00" } }, "weekly.from"],
    [{ until: null, weekly: { ...weekly, to: "08:00" } }, "weekly.to"],
    [{ until: null, weekly: { ...weekly, time_zone: "+01:00" } }, "weekly.time_zone"],
  ] as const)
    expect(told(await editor.call("muteAlertRule", { params, body: wrong }))).toEqual([422, field]);
});

test("applies to sensors and groups of its own account, and ends with them", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const other = await api.addAccount("Other");
  const { control } = api;
  const own = unwrap(await createDevice(control, newDevice(account.id))).sensors[0]!;
  const foreign = unwrap(await createDevice(control, newDevice(other.id))).sensors[0]!;
  const target = ({ uuid }: { readonly uuid: string }) => ({ kind: "sensor", sensor: uuid });
  expect((await add({ target: target(foreign) })).json.code).toBe("unknown_sensor");
  expect((await add({ target: target(own) })).json).toMatchObject({
    target: target(own),
    sensor: { device: { name: "Boiler" } },
  });
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Hall" }));
  const ofGroup = await add({ name: "Group", target: { kind: "group", group: "Hall" } });
  expect(ofGroup.json.target).toEqual({ kind: "group", group: "Hall", type: null });
  expect(await loadAlertRules(control.db)).toHaveLength(2);
  const hall = { accountId: account.id, group: "Hall", force: false };
  unwrap(await removeDeviceGroup(control, hall, null));
  await control.transact((tx) => tx.deleteFrom("sensors").where("uuid", "=", own.uuid).execute());
  expect((await editor.call("listAlertRules")).json.items).toEqual([]);
});

test("applies to the devices that follow a template of its own account, and ends with the template", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const { control } = api;
  const wanted = {
    name: "Freezer",
    description: "",
    board: null,
    tags: [],
    attributes: {},
    sensors: [],
    chain: null,
    contract: null,
    handling: "strict" as const,
    expected_interval_s: null,
    silence_alarm: null,
  } as const;
  const other = await api.addAccount("Other");
  unwrap(await createTemplate(control, other.id, { ...wanted, name: "Foreign" }));
  const template = unwrap(await createTemplate(control, account.id, wanted));
  const foreign = await add({ target: { kind: "template", template: "Foreign" } });
  expect(foreign.json.code).toBe("unknown_template");
  const made = await add({ target: { kind: "template", template: "Freezer" } });
  expect(made.json.target).toEqual({ kind: "template", template: "Freezer", type: null });
  const typed = { kind: "template", template: "Freezer", type: "temperature" };
  await editor.call("updateAlertRule", { params: { rule: made.json.uuid }, body: { target: typed } });
  expect((await editor.call("listAlertRules")).json.items).toMatchObject([{ target: typed }]);
  expect(await loadAlertRules(control.db)).toMatchObject([
    { sensorId: null, groupId: null, templateId: template.id, sensorType: "temperature" },
  ]);
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
  const follows = async (follows_template: 0 | 1) => {
    const set = { template_id: template.id, follows_template };
    await control.transact((tx) => tx.updateTable("devices").set(set).where("uuid", "=", uuid).execute());
    return (await loadSensorSources(control)).map(({ templateId }) => templateId)[0];
  };
  expect([await follows(0), await follows(1)]).toEqual([null, template.id]);
  const reached = { accountId: account.id, uuid: template.uuid };
  unwrap(await removeTemplate(control, reached, null));
  expect((await editor.call("listAlertRules")).json.items).toEqual([]);
});

test("refuses a sensor type that the account does not have, with the one that was probably meant", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const refused = await add({ target: { kind: "type", type: "temprature" } });
  expect(refused.json).toMatchObject({ status: 422, code: "unknown_sensor_type" });
  expect(refused.json.errors).toEqual([
    { field: "target.type", message: "Unknown sensor type. Did you mean temperature?" },
  ]);
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Cellar" }));
  const inGroup = { kind: "group", group: "Cellar", type: "vibration of the pump" };
  expect(told(await add({ target: inGroup }))).toEqual([422, "target.type"]);
  const sensors = [{ slug: "v", type: inGroup.type }];
  unwrap(await createDevice(api.control, newDevice(account.id, { sensors })));
  const made = await add({ target: inGroup });
  expect(made.status).toBe(201);
  const params = { rule: made.json.uuid };
  const change = (body: object) => editor.call("updateAlertRule", { params, body });
  expect(told(await change({ target: { ...inGroup, type: "x" } }))).toEqual([422, "target.type"]);
  // Sensors may go, and the rule can be changed all the same.
  await api.control.transact((tx) => tx.deleteFrom("sensors").execute());
  expect((await change({ severity: "info" })).status).toBe(200);
});

test("says which notification rules send its alarms to a channel that works, and if nobody is told", async () => {
  const { api, account } = await open();
  await using _ = api;
  const editor = api.asKey(account);
  const bob = api.as("viewer", account, { userId: await api.addMember("bob@example.org", account) });
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Cellar" }));
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Attic" }));
  const ofCellar = { kind: "group", group: "Cellar", type: null };
  const device = unwrap(await createDevice(api.control, newDevice(account.id)));
  const ofSensor = { kind: "sensor", sensor: device.sensors[0]!.uuid };
  const add = (body: object) => editor.call("createAlertRule", { body: { ...rule, ...body } });
  expect((await add({})).json).toMatchObject({ told_by: [], tells_nobody: true });
  await add({ name: "Cellar", target: ofCellar });
  await add({ name: "Mild", severity: "info" });
  await add({ name: "Sensor", target: ofSensor });
  const seen = async (caller = editor) =>
    (await caller.call("listAlertRules")).json.items.map((each: Told) => [
      each.name,
      each.told_by.map(({ name, group }) => `${name} of ${group ?? "all"}`).join(),
      each.tells_nobody,
    ]);
  const slack = { kind: "slack", url: "https://hooks.slack.com/services/x" };
  const channel = async (name: string, target: object, { caller = editor, owner = "account" } = {}) =>
    (await caller.call("createChannel", { body: { name, owner, target } })).json.uuid as string;
  const tell = (body: object, caller = editor) => caller.call("createNotificationRule", { body });
  const nobody = ["Cellar", "Mild", "Sensor", "Too hot"].map((name) => [name, "", true]);

  // The server of this test sends no mail.
  const mail = await channel("Mail", { kind: "mail", address: "ops@example.org" });
  await tell({ name: "By mail", channels: [mail] });
  expect(await seen()).toEqual(nobody);
  const ops = await channel("Ops", slack);
  await tell({ name: "Attic", group: "Attic", channels: [ops] });
  expect(await seen()).toEqual([
    ["Cellar", "", true],
    ["Mild", "", true],
    ["Sensor", "", true],
    ["Too hot", "Attic of Attic", false],
  ]);
  await tell({ name: "Grave", min_severity: "critical", channels: [mail, ops] });
  const grave = ["Grave of all", false];
  expect(await seen()).toEqual([
    ["Cellar", ...grave],
    ["Mild", "", true],
    ["Sensor", ...grave],
    ["Too hot", "Attic of Attic,Grave of all", false],
  ]);
  await editor.call("deleteChannel", { params: { channel: ops } });
  expect(await seen()).toEqual(nobody);

  // A rule of one person tells that person, and others do not learn its name.
  const own = { caller: bob, owner: "person" };
  const channels = [await channel("Mine", slack, own)];
  await tell({ name: "All of it", owner: "person", min_severity: "info", channels }, bob);
  expect(await seen(bob)).toEqual(nobody.map(([name]) => [name, "All of it of all", false]));
  expect(await seen()).toEqual(nobody.map(([name]) => [name, "", false]));
});

test("limits the versions of a rule", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const params = { rule: (await add()).json.uuid };
  for (let limit = 1; limit <= alertRuleVersionsMax; limit++)
    await editor.call("updateAlertRule", { params, body: { condition: { ...condition, limit } } });
  const { items } = (await editor.call("listAlertRuleVersions", { params })).json;
  expect(items).toHaveLength(alertRuleVersionsMax);
  expect(items.at(-1).version).toBe(2);
});

test("mutes a rule only if it is still the one that was read, and makes another ETag but no version", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const made = await add();
  const params = { rule: made.json.uuid };
  const headers = { "If-Match": made.headers.ETag! };
  const body = { until: "2030-01-01T00:00:00.000000Z", weekly: null };
  const muted = await editor.call("muteAlertRule", { params, body, headers });
  expect(muted.json).toEqual({ ...made.json, mute: body });
  expect(muted.headers.ETag).not.toBe(made.headers.ETag!);
  const [entry] = await api.auditOf(account);
  const sides = [{ mute: made.json.mute }, { mute: body }];
  expect([entry!.before, entry!.after]).toMatchObject(sides);
  expect((await editor.call("muteAlertRule", { params, body, headers })).status).toBe(412);
  const change = { params, body: { severity: "info" } };
  expect((await editor.call("updateAlertRule", { ...change, headers })).status).toBe(412);
  const again = { ...change, headers: { "If-Match": muted.headers.ETag! } };
  expect((await editor.call("updateAlertRule", again)).json).toMatchObject({ version: 2, mute: body });
});
