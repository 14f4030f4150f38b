import { afterAll, expect, test } from "bun:test";
import { alarmRoutes, alarmsAtOnceMax } from "@weir/protocol/manage/alarm-routes";
import { listAudit } from "../../control/audit/audit-log.ts";
import { line, testNode } from "../chains/test-chains.ts";
import { closeTestControls } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import { alarmHandlers } from "./alarm-handlers.ts";

afterAll(closeTestControls);

const alarming = line(
  testNode("hot", "raise-alarm", { name: "too hot", severity: "critical", message: "{{value}}!" }),
);

async function open() {
  const api = await RecordsApiUnderTest.create(alarmRoutes, alarmHandlers, alarming);
  const { plant, office, records } = api;
  for (const { sensorId } of [plant, office]) await records.process(sensorId, 30);
  return api;
}

test("lists alarms with their origin, by state, severity, device, sensor and chain", async () => {
  await using api = await open();
  const { plant } = api;
  const viewer = api.as("viewer", plant);
  const { json } = await viewer.call("listAlarms");
  expect(json).toMatchObject({
    next: null,
    items: [
      {
        state: "active",
        severity: "critical",
        name: "too hot",
        message: "30!",
        node: "hot",
        device: { uuid: plant.deviceUuid },
        sensor: { slug: "temperature" },
        raised_value: 30,
      },
    ],
  });
  const count = async (query: Record<string, string>) =>
    (await viewer.call("listAlarms", { query })).json.items.length;
  expect(await count({ state: "active", severity: "critical" })).toBe(1);
  expect(await count({ state: "cleared" })).toBe(0);
  expect(await count({ severity: "info" })).toBe(0);
  const { raised_at: raisedAt } = json.items[0];
  expect(await count({ from: raisedAt })).toBe(1);
  expect(await count({ from: "2001-01-01", to: raisedAt })).toBe(0);
  const bad = await viewer.call("listAlarms", { query: { to: "soon" } });
  expect([bad.status, bad.json.errors[0].field]).toEqual([422, "query.to"]);
  expect(await count({ device: plant.deviceUuid, sensor: plant.sensorUuid })).toBe(1);
  expect(await count({ device: plant.deviceUuid, sensor: "temperature" })).toBe(1);
  expect(await count({ chain: plant.chain.uuid })).toBe(1);
  expect(await count({ chain: "Own" })).toBe(1);
  expect(await count({ before: json.items[0].id })).toBe(0);
  const [{ uuid: idle }] = (await api.records.control.db
    .selectFrom("chains")
    .select("uuid")
    .where("account_id", "=", plant.accountId)
    .where("name", "=", "Default")
    .execute()) as [{ uuid: string }];
  expect(await count({ chain: idle })).toBe(0);
  const [alarm] = json.items;
  expect((await viewer.call("showAlarm", { params: { id: String(alarm.id) } })).json).toEqual(alarm);
});

test("acknowledges and clears an alarm once, in the caller's name, and audits it", async () => {
  await using api = await open();
  const editor = api.as("editor", api.plant);
  const [{ id }] = (await editor.call("listAlarms")).json.items;
  const params = { id: String(id) };
  const seen = await editor.call("acknowledgeAlarm", { params });
  expect(seen.json).toMatchObject({
    changed: true,
    alarm: { state: "acknowledged", acknowledged_by: "ada@example.org" },
  });
  expect((await editor.call("acknowledgeAlarm", { params })).json.changed).toBe(false);
  const cleared = await api.asKey(api.plant, "operations:write").call("clearAlarm", { params });
  expect(cleared.json).toMatchObject({ changed: true, alarm: { state: "cleared", cleared_by: "Test key" } });
  expect(await api.audited()).toEqual(["alarm.acknowledge", "alarm.clear"]);
});

test("acknowledges several alarms at once, undoes it, and audits both", async () => {
  await using api = await open();
  const editor = api.as("editor", api.plant);
  const [{ id }] = (await editor.call("listAlarms")).json.items;
  const [{ id: foreign }] = (await api.as("viewer", api.office).call("listAlarms")).json.items;
  const body = { ids: [id, id, foreign, 999] };
  const none = { unchanged: [], unknown_ids: [foreign, 999] };
  const seen = { id, state: "acknowledged", acknowledged_by: "ada@example.org" };
  expect((await editor.call("acknowledgeAlarms", { body })).json).toMatchObject({
    ...none,
    changed: [id],
    alarms: [seen],
  });
  const again = await editor.call("acknowledgeAlarms", { body });
  expect(again.json).toMatchObject({ ...none, changed: [], unchanged: [id], alarms: [seen] });
  const back = await editor.call("unacknowledgeAlarms", { body });
  expect(back.json).toMatchObject({ ...none, changed: [id] });
  const { json: alarm } = await editor.call("showAlarm", { params: { id: String(id) } });
  expect(alarm).toMatchObject({ state: "active", acknowledged_at: null, acknowledged_by: null });
  const otherName = await editor.call("clearAlarms", { body: { ids: [id], by: "Bob" } });
  expect([otherName.status, otherName.json.errors[0].field]).toEqual([422, "body.by"]);
  const cleared = await editor.call("clearAlarms", { body });
  expect(cleared.json).toMatchObject({ ...none, changed: [id], alarms: [{ cleared_by: "ada@example.org" }] });
  expect(await api.audited()).toEqual(["alarm.acknowledge", "alarm.unacknowledge", "alarm.clear"]);
});

test("counts active alarms by severity and by device, for the account alone", async () => {
  await using api = await open();
  const { plant, office } = api;
  const viewer = api.as("viewer", plant);
  const editor = api.as("editor", plant);
  const [{ id }] = (await viewer.call("listAlarms")).json.items;
  const one = { info: 0, warning: 0, critical: 1 };
  const none = { ...one, critical: 0 };
  expect((await viewer.call("countAlarms")).json).toEqual({
    snoozed: { info: 0, warning: 0, critical: 0 },
    active: one,
    unacknowledged: one,
    newest_id: id,
  });
  const devices = [plant.deviceUuid, office.deviceUuid, "unknown"].join(",");
  const byDevice = async () => (await viewer.call("listDeviceAlarms", { query: { devices } })).json.items;
  const ofPlant = { device: plant.deviceUuid, active: 1, severity: "critical" };
  expect(await byDevice()).toEqual([{ ...ofPlant, unacknowledged: 1 }]);
  await editor.call("acknowledgeAlarm", { params: { id: String(id) } });
  expect((await viewer.call("countAlarms")).json).toMatchObject({ active: one, unacknowledged: none });
  expect(await byDevice()).toEqual([{ ...ofPlant, unacknowledged: 0 }]);
  await editor.call("clearAlarm", { params: { id: String(id) } });
  expect((await viewer.call("countAlarms")).json).toMatchObject({ active: none, newest_id: id });
  expect(await byDevice()).toEqual([]);
  expect((await api.as("viewer", office).call("countAlarms")).json).toMatchObject({ active: one });
});

test("asks the processor once for many alarms, and writes one audit entry that names them", async () => {
  await using api = await open();
  const editor = api.as("editor", api.plant);
  const [{ id: first }] = (await editor.call("listAlarms")).json.items;
  await editor.call("clearAlarm", { params: { id: String(first) } });
  await api.records.process(api.plant.sensorId, 31);
  const [{ id: second }] = (await editor.call("listAlarms")).json.items;
  api.records.asked.length = 0;
  const { json } = await editor.call("acknowledgeAlarms", { body: { ids: [first, second] } });
  expect(json).toMatchObject({ changed: [first, second], unchanged: [], unknown_ids: [] });
  expect(api.records.asked).toHaveLength(1);
  const { control } = api.records;
  const byDevice = { filter: { action: "alarm", subject: api.plant.deviceUuid }, limit: 10 };
  const { entries } = await listAudit(control, api.plant.accountId, byDevice);
  expect(entries).toMatchObject([
    {
      action: "alarm.acknowledge",
      subjectKind: "alarm",
      subject: "2 alarms",
      actor: "ada@example.org",
      after: { names: ["too hot"], alarms: [first, second], devices: [api.plant.deviceUuid] },
    },
    { action: "alarm.clear", subject: String(first), before: { state: ["active"] } },
  ]);
});

test("refuses more alarms than can be changed at once", async () => {
  await using api = await open();
  const ids = Array.from({ length: alarmsAtOnceMax + 1 }, (_, nth) => nth + 1);
  expect((await api.as("editor", api.plant).call("acknowledgeAlarms", { body: { ids } })).status).toBe(422);
  expect(api.records.asked).toEqual([]);
});

test("neither shows nor changes another account's alarm", async () => {
  await using api = await open();
  const [{ id }] = (await api.as("viewer", api.office).call("listAlarms")).json.items;
  const owner = api.as("owner", api.plant);
  for (const name of ["showAlarm", "acknowledgeAlarm", "clearAlarm"] as const) {
    const refused = await owner.call(name, { params: { id: String(id) } });
    expect(refused).toMatchObject({ status: 404, json: { code: "unknown_alarm" } });
  }
  const { deviceUuid: device, sensorUuid: sensor, chain } = api.office;
  for (const query of [{ device }, { sensor }, { chain: chain.uuid }] as Record<string, string>[]) {
    expect((await owner.call("listAlarms", { query })).status).toBe(422);
  }
  expect(api.records.asked).toEqual([]);
});

test.each([
  ["restarts", "processor_unavailable", "2"],
  ["does not answer in time", "processor_timeout", "30"],
])("asks callers to retry while the processor %s", async (_what, code, retryAfter) => {
  const ask = () => Promise.reject(Object.assign(new Error("not now"), { code }));
  await using api = await RecordsApiUnderTest.create(alarmRoutes, alarmHandlers, alarming, { ask });
  await api.records.process(api.plant.sensorId, 30);
  const editor = api.as("editor", api.plant);
  const [{ id }] = (await editor.call("listAlarms")).json.items;
  const refused = await editor.call("clearAlarm", { params: { id: String(id) } });
  expect(refused).toMatchObject({ status: 503, json: { code } });
  expect(refused.headers["Retry-After"]).toBe(retryAfter);
  // It may have been done, so the log records the request.
  const { entries } = await listAudit(api.records.control, api.plant.accountId, { limit: 1 });
  expect(entries).toMatchObject([{ action: "alarm.clear", subject: String(id), isConfirmed: false }]);
});

test("refuses invalid ids and invalid cursors", async () => {
  await using api = await open();
  const viewer = api.as("viewer", api.plant);
  expect((await viewer.call("showAlarm", { params: { id: "x" } })).status).toBe(422);
  expect((await viewer.call("listAlarms", { query: { cursor: "x" } })).status).toBe(422);
});
