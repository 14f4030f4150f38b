import { expect, test } from "bun:test";
import { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import { createDevice } from "../devices/devices.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { retentionHandlers } from "./retention-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(retentionRoutes, retentionHandlers);
  const account = await api.addAccount("Plant");
  const device = unwrap(await createDevice(api.control, newDevice(account.id)));
  return { api, account, params: { device: device.uuid, sensor: "temperature" } };
}

test("lets owners set it for the account and editors for a sensor, and audits both", async () => {
  const { api, account, params } = await open();
  await using _ = api;
  const owner = api.as("owner", account);
  const editor = api.as("editor", account);
  expect((await editor.call("showAccountRetention")).json).toEqual({ days: null });
  expect((await owner.call("setAccountRetention", { body: { days: 365 } })).json).toEqual({ days: 365 });
  expect((await editor.call("setAccountRetention", { body: { days: 1 } })).status).toBe(403);
  const inherited = await editor.call("showSensorRetention", { params });
  expect(inherited.json).toEqual({ own: "account", days: 365 });
  const set = await editor.call("setSensorRetention", { params, body: { days: null } });
  expect(set.json).toEqual({ own: null, days: null });
  const back = await editor.call("setSensorRetention", { params, body: { days: "account" } });
  expect(back.json).toEqual({ own: "account", days: 365 });
  const entries = await api.auditOf(account);
  expect(entries.map(({ action }) => action)).toEqual([
    "sensor.set-retention",
    "sensor.set-retention",
    "account.set-retention",
  ]);
});

test.each([0, -1, 1.5, "7", 40_000, undefined])("refuses %p as a number of days", async (days) => {
  const { api, account, params } = await open();
  await using _ = api;
  const owner = api.as("owner", account);
  expect((await owner.call("setAccountRetention", { body: { days } })).status).toBe(422);
  expect((await owner.call("setSensorRetention", { params, body: { days } })).status).toBe(422);
});

test("does not find sensors of another account", async () => {
  const { api, params } = await open();
  await using _ = api;
  const stranger = api.as("owner", await api.addAccount("Other"));
  expect((await stranger.call("showSensorRetention", { params })).status).toBe(404);
  expect((await stranger.call("setSensorRetention", { params, body: { days: 1 } })).status).toBe(404);
});
