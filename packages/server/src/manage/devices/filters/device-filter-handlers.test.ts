import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { deviceFilterRoutes } from "@weir/protocol/manage/device-filter-routes";
import { insertFilter } from "../../../control/devices/device-filters.ts";
import { deleteMembership } from "../../../control/people/memberships.ts";
import { ApiUnderTest, type TestAnswer } from "../../../web/testing/api-under-test.ts";
import { deviceFilterHandlers } from "./device-filter-handlers.ts";
import { filtersMax } from "./device-filters.ts";

const parameters = { q: "pump", status: "offline", "attribute.site": "Berlin" };
const namesOf = ({ json }: TestAnswer) => json.items.map(({ name }: { name: string }) => name);
const told = ({ status, json }: TestAnswer) => [status, json.code];

/** Ada, an editor, and Bob, a viewer, are members of Plant. */
async function open() {
  const api = await ApiUnderTest.create(deviceFilterRoutes, deviceFilterHandlers);
  const account = await api.addAccount("Plant");
  const join = (email: string) => api.addMember(email, account);
  const [ada, bob] = [await join("ada@example.org"), await join("bob@example.org")];
  const editor = api.as("editor", account, { userId: ada });
  const viewer = api.as("viewer", account, { userId: bob });
  return { api, account, bob, editor, viewer };
}

test("saves, replaces, lists and deletes filters, and audits all of it", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const made = await editor.call("createDeviceFilter", { body: { name: " Pumps ", parameters } });
  expect([made.status, made.json]).toMatchObject([201, { name: "Pumps", owner: "account", parameters }]);
  const again = await editor.call("createDeviceFilter", {
    body: { name: "Pumps", parameters: { tag: "a" } },
  });
  expect(again.json).toEqual({ ...made.json, parameters: { tag: "a" } });
  expect((await editor.call("listDeviceFilters")).json.items).toEqual([again.json]);
  const params = { filter: made.json.uuid };
  expect((await editor.call("deleteDeviceFilter", { params })).status).toBe(204);
  expect(told(await editor.call("deleteDeviceFilter", { params }))).toEqual([404, "unknown_device_filter"]);
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["device-filter.delete", "Pumps"],
    ["device-filter.save", "Pumps"],
    ["device-filter.save", "Pumps"],
  ]);
});

test("lets viewers save filters of their own, which others do not see and which go with them", async () => {
  const { api, account, bob, editor, viewer } = await open();
  await using _ = api;
  const own = await viewer.call("createDeviceFilter", {
    body: { name: "Mine", owner: "person", parameters },
  });
  expect(own.status).toBe(201);
  expect(told(await viewer.call("createDeviceFilter", { body: { name: "All", parameters } }))).toEqual([
    ...[403, "role_needed"],
  ]);
  const shared = await editor.call("createDeviceFilter", { body: { name: "Mine", parameters } });
  expect(namesOf(await viewer.call("listDeviceFilters"))).toEqual(["Mine", "Mine"]);
  expect(namesOf(await editor.call("listDeviceFilters"))).toEqual(["Mine"]);
  const notTheirs = await editor.call("deleteDeviceFilter", { params: { filter: own.json.uuid } });
  expect(told(notTheirs)).toEqual([404, "unknown_device_filter"]);
  const notAllowed = await viewer.call("deleteDeviceFilter", { params: { filter: shared.json.uuid } });
  expect(told(notAllowed)).toEqual([403, "role_needed"]);
  await api.control.transact((tx) => deleteMembership(tx, { accountId: account.id, userId: bob }));
  const left = await api.control.db.selectFrom("device_filters").select("name").execute();
  expect(left).toEqual([{ name: "Mine" }]);
});

test("limits how many there are", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const holder = { accountId: account.id, userId: null };
  await api.control.transact(async (tx) => {
    for (let nth = 0; nth < filtersMax; nth++)
      await insertFilter(tx, holder, { uuid: randomUUID(), name: `${nth}`, parameters });
  });
  const save = (nth: number) => editor.call("createDeviceFilter", { body: { name: `${nth}`, parameters } });
  expect(told(await save(filtersMax))).toEqual([409, "too_many_device_filters"]);
  expect((await save(0)).status).toBe(201);
});

test("refuses parameters that the device list does not know", async () => {
  const { api, editor } = await open();
  await using _ = api;
  for (const name of ["tags", "attribute.", "attribute.Not a name"]) {
    const given = JSON.parse(`{"${name}":"x"}`);
    const refused = await editor.call("createDeviceFilter", { body: { name: "A", parameters: given } });
    expect(refused.json).toMatchObject({ status: 422, errors: [{ field: `parameters.${name}` }] });
    expect(refused.json.detail).toContain("must be one of q, group, tag,");
  }
});
