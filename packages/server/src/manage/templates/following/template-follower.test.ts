import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import { sensorRoutes } from "@weir/protocol/manage/sensor-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { unwrap } from "@weir/protocol/result";
import { noAccountLimits } from "../../../control/account-limits.ts";
import { listAudit } from "../../../control/audit/audit-log.ts";
import { createLog } from "../../../platform/log.ts";
import { deviceHandlers } from "../../devices/device-handlers.ts";
import { retentionHandlers } from "../../retention/retention-handlers.ts";
import { sensorHandlers } from "../../sensors/sensor-handlers.ts";
import { codeOf } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { templateHandlers } from "../template-handlers.ts";
import { editTemplate } from "../templates.ts";
import { applyTemplateToMany } from "./apply-to-many.ts";
import { TemplateFollower } from "./template-follower.ts";

const routes = { ...templateRoutes, ...deviceRoutes, ...sensorRoutes, ...retentionRoutes };
const handlers = { ...templateHandlers, ...deviceHandlers, ...sensorHandlers, ...retentionHandlers };
const log = createLog("error", "server", () => undefined);
const sensors = [{ slug: "temperature", unit: "°C", retention_days: 30 }, { slug: "door" }];

async function open() {
  const api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const template = (await editor.call("createTemplate", { body: { name: "Freezer", sensors } })).json;
  const create = async (body: object) =>
    (await editor.call("createDevice", { body: { template: "Freezer", ...body } })).json.uuid as string;
  const change = async (body: object) => {
    const changed = await editor.call("updateTemplate", { params: { template: template.uuid }, body });
    return changed.json;
  };
  const differences = async (device: string) =>
    (await editor.call("showTemplateDifferences", { params: { device } })).json;
  const follow = async () => {
    const follower = new TemplateFollower(api.control, log);
    await follower.follow();
    await follower.stop();
  };
  const slugs = async (device: string) =>
    (await editor.call("listSensors", { params: { device } })).json.items.map(
      ({ slug }: { slug: string }) => slug,
    );
  return { api, account, editor, template, create, change, differences, follow, slugs };
}

test("gives followers the changes of their template, and keeps what was changed by hand", async () => {
  const { api, account, editor, create, change, differences, follow, slugs } = await open();
  await using _ = api;
  const [plain, byHand, left] = [
    await create({ name: "1" }),
    await create({ name: "2", handling: "lenient" }),
    await create({ name: "3", follows_template: false }),
  ];
  const changed = await change({
    handling: "lenient",
    expected_interval_s: 60,
    sensors: [
      { ...sensors[0], retention_days: 7 },
      { slug: "battery", retention_days: null },
    ],
  });
  expect(changed).toMatchObject({ version: 2, device_count: 3, following_count: 2, pending_count: 2 });
  expect(await differences(plain)).toMatchObject({ is_pending: true });
  await editor.call("updateDevice", { params: { device: byHand }, body: { expected_interval_s: 300 } });
  await follow();
  const ofTemplate = { params: { template: "Freezer" } };
  expect((await editor.call("showTemplate", ofTemplate)).json).toMatchObject({ pending_count: 0 });
  expect(await differences(plain)).toEqual({
    template: { uuid: changed.uuid, name: "Freezer", version: 2 },
    follows_template: true,
    is_pending: false,
    items: [{ kind: "extra_sensor", sensor: "door", field: null, device: null, template: null }],
  });
  expect((await editor.call("showDevice", { params: { device: plain } })).json).toMatchObject({
    handling: "lenient",
    expected_interval_s: 60,
    sensor_count: 3,
  });
  for (const [sensor, own] of [
    ["temperature", 7],
    ["battery", null],
  ] as const) {
    const kept = await editor.call("showSensorRetention", { params: { device: plain, sensor } });
    expect(kept.json.own).toBe(own);
  }
  expect((await differences(byHand)).items).toMatchObject([
    { kind: "setting", field: "expected_interval_s", device: 300, template: 60 },
    { kind: "extra_sensor", sensor: "door" },
  ]);
  expect(await slugs(left)).toEqual(["temperature", "door"]);
  const { entries } = await listAudit(api.control, account.id, { limit: 100 });
  const [entry] = entries.filter(({ action }) => action === "device.follow-template");
  expect(entry).toMatchObject({ after: { devices: [plain, byHand] } });
  const ofDevice = await listAudit(api.control, account.id, { filter: { subject: plain }, limit: 100 });
  expect(ofDevice.entries).toContainEqual(entry!);
});

test("applies a template to one device on request, and never removes a sensor", async () => {
  const { api, editor, create, change, differences, slugs } = await open();
  await using _ = api;
  const device = await create({
    name: "1",
    follows_template: false,
    handling: "lenient",
    sensors: [{ slug: "own" }],
  });
  await change({ sensors: [sensors[0], { slug: "battery" }] });
  const applied = await editor.call("applyTemplate", { params: { device } });
  expect(applied.json.items).toMatchObject([
    { kind: "extra_sensor", sensor: "door" },
    { kind: "extra_sensor", sensor: "own" },
  ]);
  expect(await slugs(device)).toEqual(["temperature", "door", "own", "battery"]);
  expect(await differences(device)).toEqual(applied.json);
  await editor.call("updateDevice", { params: { device }, body: { template: null } });
  expect(await differences(device)).toMatchObject({ status: 409, code: "no_template" });
});

test("applies a template to many devices, which follow it from then on, and goes on past one that has no room", async () => {
  const { api, account, editor, template, create, change, differences, follow, slugs } = await open();
  await using _ = api;
  const stray = await create({ name: "1", template: null, handling: "lenient", sensors: [{ slug: "own" }] });
  const left = await create({ name: "2", follows_template: false, handling: "lenient" });
  const same = await create({ name: "3" });
  const apply = async (devices: readonly string[], wanted = "Freezer") =>
    (await editor.call("applyTemplateToMany", { body: { devices, template: wanted } })).json;
  const outcomes = async (devices: readonly string[]) =>
    (await apply(devices)).results.map(({ outcome }: { outcome: string }) => outcome);
  expect(await outcomes([stray, left, same, template.uuid])).toEqual([
    "updated",
    "updated",
    "unchanged",
    "unknown_device",
  ]);
  expect(await slugs(stray)).toEqual(["own", "temperature", "door"]);
  expect((await editor.call("showDevice", { params: { device: stray } })).json).toMatchObject({
    template: { uuid: template.uuid },
    follows_template: true,
    handling: "strict",
  });
  expect(await differences(left)).toMatchObject({ follows_template: false, items: [] });
  await change({ handling: "lenient" });
  await follow();
  expect((await editor.call("showDevice", { params: { device: stray } })).json.handling).toBe("lenient");
  expect(await apply([stray], "None")).toMatchObject({ status: 422, code: "unknown_template" });
  const { entries } = await listAudit(api.control, account.id, { limit: 100 });
  const [entry] = entries.filter(({ action }) => action === "device.bulk-apply-template");
  expect(entry).toMatchObject({ subject: "2 devices", after: { devices: [stray, left] } });
  // There is room for the sensors of one device more.
  const [first, second] = [
    await create({ name: "4", template: null }),
    await create({ name: "5", template: null }),
  ];
  const limited = { ...api.control, limits: { ...noAccountLimits, sensors: 9 } };
  const wanted = { accountId: account.id, uuids: [first, second, same], template: "Freezer" };
  expect(unwrap(await applyTemplateToMany(limited, wanted))).toMatchObject([
    { outcome: "updated" },
    { outcome: "refused", problem: { code: "too_many_sensors" } },
    { outcome: "unchanged" },
  ]);
  expect(await slugs(second)).toEqual([]);
});

test("does not let a device that begins to follow lose what it has", async () => {
  const { api, editor, create, change, follow, differences } = await open();
  await using _ = api;
  const device = await create({ name: "1", follows_template: false });
  await change({ handling: "lenient" });
  await editor.call("updateDevice", { params: { device }, body: { follows_template: true } });
  await follow();
  expect((await differences(device)).items).toMatchObject([{ kind: "setting", field: "handling" }]);
  await change({ expected_interval_s: 60 });
  await follow();
  expect((await differences(device)).items).toHaveLength(1);
});

test("refuses sensors that exceed the limit of the account, and follows without them if it is reached meanwhile", async () => {
  const { api, account, template, create, change, differences } = await open();
  await using _ = api;
  const devices = [await create({ name: "1" }), await create({ name: "2" })];
  const limited = { ...api.control, limits: { ...noAccountLimits, sensors: 5 } };
  const wanted = { sensors: [...sensors, { slug: "battery" }].map(withDefaults) };
  const subject = { accountId: account.id, uuid: template.uuid };
  expect(codeOf(await editTemplate(limited, subject, wanted, null))).toBe("too_many_sensors");
  await change({ handling: "lenient", sensors: [...sensors, { slug: "battery" }] });
  const follower = new TemplateFollower(limited, log);
  await follower.follow();
  await follower.stop();
  expect((await differences(devices[0]!)).items).toEqual([]);
  expect((await differences(devices[1]!)).items).toMatchObject([
    { kind: "missing_sensor", sensor: "battery" },
  ]);
});

function withDefaults(sensor: { readonly slug: string; readonly retention_days?: number }) {
  return { chain: null, retention_days: "account" as const, ...sensor };
}
