import { expect, test } from "bun:test";
import { deviceGroupRoutes } from "@weir/protocol/manage/device-group-routes";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { expectationRoutes } from "@weir/protocol/manage/expectation-routes";
import { at } from "../../../queue/test-positions.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { deviceHandlers } from "../device-handlers.ts";
import { deviceGroupHandlers } from "../groups/device-group-handlers.ts";
import { expectationHandlers } from "./expectation-handlers.ts";

const routes = { ...expectationRoutes, ...deviceRoutes, ...deviceGroupRoutes };
const handlers = { ...expectationHandlers, ...deviceHandlers, ...deviceGroupHandlers };

async function open() {
  const api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const owner = api.as("owner", account);
  await owner.call("createDeviceGroup", { body: { name: "Roof" } });
  const { uuid } = (await owner.call("createDevice", { body: { name: "Pump", group: "Roof" } })).json;
  const params = { device: uuid };
  const shown = async () => (await owner.call("showDevice", { params })).json;
  return { api, account, owner, params, shown };
}

test("uses a device's own interval, else its group's, else its account's, else the learned one", async () => {
  const { api, account, owner, params, shown } = await open();
  await using _ = api;
  const { id } = await api.control.db.selectFrom("devices").select("id").executeTakeFirstOrThrow();
  const nowMs = api.clock.nowMs();
  api.store.begin();
  api.store.connected([[id, nowMs - 20 * 60_000, "600000,600000,600000"]]);
  api.store.commit(at(0), at(1), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  expect(await shown()).toMatchObject({
    expected_interval_s: null,
    silence_alarm: null,
    status: "online",
    expectation: { interval_s: 600, source: "learned", offline_after_s: 1800, silence_alarm: "off" },
  });
  await owner.call("updateAccountExpectation", { body: { expected_interval_s: 60, silence_alarm: "info" } });
  expect(await shown()).toMatchObject({
    status: "offline",
    expectation: {
      interval_s: 60,
      source: "account",
      offline_after_s: 180,
      silence_alarm: "info",
      silence_alarm_source: "account",
    },
  });
  const group = { params: { group: "Roof" }, body: { expected_interval_s: 500, silence_alarm: "off" } };
  expect((await owner.call("updateDeviceGroup", group)).json).toMatchObject({
    expected_interval_s: 500,
    silence_alarm: "off",
    expectation: { interval_s: 500, source: "group", silence_alarm: "off", silence_alarm_source: "group" },
  });
  expect(await shown()).toMatchObject({
    status: "online",
    expectation: { interval_s: 500, source: "group" },
  });
  const body = { expected_interval_s: 300, silence_alarm: "critical" };
  expect((await owner.call("updateDevice", { params, body })).json).toMatchObject({
    ...body,
    status: "offline",
    expectation: {
      interval_s: 300,
      source: "device",
      offline_after_s: 900,
      silence_alarm: "critical",
      silence_alarm_source: "device",
    },
  });
  await owner.call("updateDevice", { params, body: { expected_interval_s: null, silence_alarm: null } });
  expect(await shown()).toMatchObject({ expectation: { source: "group", silence_alarm_source: "group" } });
  const entries = await api.auditOf(account);
  expect(entries.map(({ action }) => action)).toContain("account.set-expectation");
  expect(entries[0]).toMatchObject({
    action: "device.update",
    before: body,
    after: { expected_interval_s: null, silence_alarm: null },
  });
});

test("creates a device and a group with an interval", async () => {
  const { api, owner } = await open();
  await using _ = api;
  const settings = { expected_interval_s: 3600, silence_alarm: "warning" };
  const group = await owner.call("createDeviceGroup", { body: { name: "Field", ...settings } });
  expect(group.json).toMatchObject(settings);
  const device = await owner.call("createDevice", { body: { name: "Soil", ...settings } });
  expect(device.json).toMatchObject({ ...settings, expectation: { source: "device" } });
});

test("leaves omitted settings unchanged, and refuses editors the account's settings", async () => {
  const { api, account, owner } = await open();
  await using _ = api;
  const set = (body: unknown) => owner.call("updateAccountExpectation", { body });
  expect((await set({ expected_interval_s: 60 })).json).toEqual({
    expected_interval_s: 60,
    silence_alarm: null,
  });
  expect((await set({ silence_alarm: "info" })).json).toEqual({
    expected_interval_s: 60,
    silence_alarm: "info",
  });
  const editor = api.as("editor", account);
  expect((await editor.call("updateAccountExpectation", { body: { silence_alarm: "off" } })).status).toBe(
    403,
  );
  expect((await editor.call("showAccountExpectation")).json).toMatchObject({ silence_alarm: "info" });
});

test("refuses an edit that expects another interval", async () => {
  const { api, owner, params } = await open();
  await using _ = api;
  const { ETag } = (await owner.call("showDevice", { params })).headers;
  await owner.call("updateDevice", { params, body: { expected_interval_s: 60 } });
  const late = { params, body: { expected_interval_s: 90 }, headers: { "If-Match": ETag! } };
  expect((await owner.call("updateDevice", late)).status).toBe(412);
});

test.each([0, -1, 1.5, "60", 2_592_001])("refuses %p as an interval", async (expected_interval_s) => {
  const { api, owner, params } = await open();
  await using _ = api;
  const body = { expected_interval_s };
  const group = { group: "Roof" };
  const answers = [
    await owner.call("updateAccountExpectation", { body }),
    await owner.call("updateDeviceGroup", { params: group, body }),
    await owner.call("updateDevice", { params, body }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
});
