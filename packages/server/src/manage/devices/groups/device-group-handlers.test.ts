import { expect, test } from "bun:test";
import { deviceGroupRoutes } from "@weir/protocol/manage/device-group-routes";
import { listAudit } from "../../../control/audit/audit-log.ts";
import { ending, makePublishedChain } from "../../chains/test-chains.ts";
import { getDevice } from "../../core/find-device.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { createDevice } from "../devices.ts";
import { deviceGroupHandlers } from "./device-group-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceGroupRoutes, deviceGroupHandlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const add = (body: unknown) => editor.call("createDeviceGroup", { body });
  return { api, account, editor, add };
}

test("creates, lists, renames and deletes groups, assigns a chain, and audits all of it", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const chain = await makePublishedChain(api.control, account.id, "Ends", ending);
  expect((await add({ name: "Roof/East" })).json).toEqual({
    name: "Roof/East",
    chain: null,
    device_count: 0,
    expected_interval_s: null,
    silence_alarm: null,
    expectation: {
      interval_s: null,
      source: "default",
      offline_after_s: 600,
      silence_alarm: "off",
      silence_alarm_source: "default",
    },
  });
  await add({ name: "Cellar", chain: chain.uuid });
  unwrap(await createDevice(api.control, newDevice(account.id, { group: "Cellar" })));
  const first = (await editor.call("listDeviceGroups", { query: { limit: "1" } })).json;
  expect(first.items).toMatchObject([{ name: "Cellar", chain: { name: "Ends" }, device_count: 1 }]);
  const second = await editor.call("listDeviceGroups", { query: { limit: "1", cursor: first.next } });
  expect(second.json).toMatchObject({ items: [{ name: "Roof/East" }], next: null });
  const params = { group: "Roof/East" };
  const changed = await editor.call("updateDeviceGroup", { params, body: { name: "East", chain: "Ends" } });
  expect(changed.json).toMatchObject({ name: "East", chain: { uuid: chain.uuid } });
  expect((await editor.call("showDeviceGroup", { params })).status).toBe(404);
  const { entries } = await listAudit(api.control, account.id, { limit: 1 });
  expect(entries[0]).toMatchObject({
    action: "device-group.update",
    subject: "Roof/East",
    before: { name: "Roof/East", chain: null },
    after: { name: "East", chain: chain.uuid },
  });
});

test("refuses a duplicate name by its field, and accepts the unchanged name", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  await add({ name: "Roof" });
  await add({ name: "Cellar" });
  expect((await add({ name: "Roof" })).json).toMatchObject({ status: 409, errors: [{ field: "name" }] });
  const params = { group: "Roof" };
  const taken = await editor.call("updateDeviceGroup", { params, body: { name: "Cellar" } });
  expect(taken.json).toMatchObject({ status: 409, code: "group_name_taken" });
  expect((await editor.call("updateDeviceGroup", { params, body: { name: "Roof" } })).status).toBe(200);
});

test("deletes a group with devices only by force, which leaves them without a group", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  await add({ name: "Roof" });
  const { uuid } = unwrap(await createDevice(api.control, newDevice(account.id, { group: "Roof" })));
  const params = { group: "Roof" };
  expect((await editor.call("deleteDeviceGroup", { params })).json).toMatchObject({
    status: 409,
    code: "group_not_empty",
  });
  expect(unwrap(await getDevice(api.control, uuid)).group).toBe("Roof");
  expect((await editor.call("deleteDeviceGroup", { params, query: { force: "true" } })).status).toBe(204);
  expect(unwrap(await getDevice(api.control, uuid)).group).toBeNull();
  const { entries } = await listAudit(api.control, account.id, { limit: 1 });
  expect(entries[0]).toMatchObject({ action: "device-group.delete", before: { name: "Roof", devices: 1 } });
});

test("refuses a change or removal that expects another version with 412, and does nothing", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const { ETag } = (await add({ name: "Roof" })).headers;
  const headers = { "If-Match": ETag! };
  const params = { group: "Roof" };
  expect((await editor.call("updateDeviceGroup", { params, body: { name: "A" }, headers })).status).toBe(200);
  const group = { params: { group: "A" }, headers };
  expect((await editor.call("updateDeviceGroup", { ...group, body: { name: "B" } })).status).toBe(412);
  expect((await editor.call("deleteDeviceGroup", group)).status).toBe(412);
});

test("reaches no groups and chains of another account", async () => {
  const { api, account, add } = await open();
  await using _ = api;
  await add({ name: "Roof" });
  const ours = await makePublishedChain(api.control, account.id, "Ours", ending);
  const theirs = api.as("owner", await api.addAccount("Office"));
  const params = { group: "Roof" };
  expect((await theirs.call("listDeviceGroups")).json.items).toEqual([]);
  const answers = [
    await theirs.call("showDeviceGroup", { params }),
    await theirs.call("updateDeviceGroup", { params, body: { name: "X" } }),
    await theirs.call("deleteDeviceGroup", { params }),
  ];
  expect(answers.map(({ json }) => json.code)).toEqual(Array(3).fill("unknown_group"));
  const taken = await theirs.call("createDeviceGroup", { body: { name: "X", chain: ours.uuid } });
  expect(taken.json.code).toBe("unknown_chain");
});
