import { expect, test } from "bun:test";
import { chainAssignmentRoutes } from "@weir/protocol/manage/chain-assignment-routes";
import { getDevice } from "../core/find-device.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { chainAssignmentHandlers } from "./chain-assignment-handlers.ts";
import { createChain } from "./chains.ts";
import { makePublishedChain } from "./test-chains.ts";

async function open() {
  const api = await ApiUnderTest.create(chainAssignmentRoutes, chainAssignmentHandlers);
  const account = await api.addAccount("Plant");
  unwrap(await createDeviceGroup(api.control, { accountId: account.id, name: "Hall" }));
  const made = unwrap(await createDevice(api.control, newDevice(account.id, { group: "Hall" })));
  const device = unwrap(await getDevice(api.control, made.uuid));
  const { uuid: chain } = await makePublishedChain(api.control, account.id, "Cold");
  return { api, account, chain, device: device.uuid, sensor: device.sensors[0]!.uuid };
}

test("applies and names the nearest level with its own chain", async () => {
  const { api, account, chain, device, sensor } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  const applying = async () => (await editor.call("showApplicableChain", { query: { sensor } })).json;
  expect(await applying()).toMatchObject({ name: "Default", through: "default" });
  for (const target of [{ group: "Hall" }, { device }, { sensor }]) {
    const [through] = Object.keys(target);
    const assigned = await editor.call("assignChain", { body: { chain, ...target } });
    expect(assigned).toMatchObject({ status: 200, json: { uuid: chain, through } });
    expect(await applying()).toEqual(assigned.json);
  }
  for (const target of [{ sensor }, { device }, { group: "Hall" }]) {
    expect(
      (await editor.call("unassignChain", { query: { ...target } as Record<string, string> })).status,
    ).toBe(200);
  }
  expect(await applying()).toMatchObject({ name: "Default", through: "default" });
  const byDefault = await editor.call("assignChain", { body: { chain } });
  expect(byDefault.json).toMatchObject({ uuid: chain, through: "default" });
  const audited = await api.control.db
    .selectFrom("audit_log")
    .select(["action", "subject"])
    .where("request_id", "!=", "")
    .execute();
  expect(audited).toHaveLength(7);
  expect(audited).toContainEqual({ action: "chain.assign", subject: sensor });
  expect(audited).toContainEqual({ action: "chain.unassign", subject: "Hall" });
});

test("accepts a chain by name, and a sensor by its slug with its device", async () => {
  const { api, account, chain, device } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  const slug = unwrap(await getDevice(api.control, device)).sensors[0]!.slug;
  const assigned = await editor.call("assignChain", { body: { chain: "Cold", device, sensor: slug } });
  expect(assigned).toMatchObject({ status: 200, json: { uuid: chain, through: "sensor" } });
  const unknown = await editor.call("assignChain", { body: { chain: "Cold", device: "x" } });
  expect(unknown.json).toMatchObject({ code: "unknown_device", detail: 'There is no device "x".' });
});

test("requires exactly one target, and keeps a default chain", async () => {
  const { api, account, chain, device, sensor } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  for (const target of [{ device }, { sensor }]) {
    const both = { ...target, group: "Hall" } as Record<string, string>;
    expect((await editor.call("assignChain", { body: { chain, ...both } })).status).toBe(422);
    expect((await editor.call("showApplicableChain", { query: both })).status).toBe(422);
  }
  expect((await editor.call("unassignChain", {})).status).toBe(422);
});

test("does not assign a chain that was never published", async () => {
  const { api, account, device } = await open();
  await using _ = api;
  const draft = unwrap(await createChain(api.control, { accountId: account.id, name: "Draft" }));
  const refused = await api
    .as("editor", account)
    .call("assignChain", { body: { chain: draft.uuid, device } });
  expect(refused).toMatchObject({ status: 409, json: { code: "chain_unpublished" } });
});

test("reaches neither another account's chain nor its devices", async () => {
  const { api, chain, device, sensor } = await open();
  await using _ = api;
  const office = await api.addAccount("Office");
  const owner = api.as("owner", office);
  const own = await makePublishedChain(api.control, office.id, "Own");
  for (const target of [{ sensor }, { device }, { group: "Hall" }]) {
    const query = { ...target } as Record<string, string>;
    expect((await owner.call("showApplicableChain", { query })).status).toBe(422);
    expect((await owner.call("unassignChain", { query })).status).toBe(422);
    expect((await owner.call("assignChain", { body: { chain: own.uuid, ...target } })).status).toBe(422);
  }
  const foreign = await owner.call("assignChain", { body: { chain } });
  expect(foreign).toMatchObject({ status: 422, json: { code: "unknown_chain" } });
});

test("lists the assignments of a chain with names and ids, page by page", async () => {
  const { api, account, chain, device, sensor } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  for (const target of [{ sensor }, { device }, { group: "Hall" }, {}])
    expect((await editor.call("assignChain", { body: { chain, ...target } })).status).toBe(200);
  const other = unwrap(await createDevice(api.control, newDevice(account.id, { name: "Other" })));
  await editor.call("assignChain", { body: { chain, device: other.uuid } });
  const { name, sensors } = unwrap(await getDevice(api.control, device));

  const viewer = api.as("viewer", account);
  const listed = [];
  let cursor: string | undefined;
  do {
    const query: Record<string, string> = { limit: "2", ...(cursor === undefined ? {} : { cursor }) };
    const page = await viewer.call("listChainAssignments", { params: { chain }, query });
    expect(page.status).toBe(200);
    expect(page.json.items.length).toBeLessThanOrEqual(2);
    listed.push(...page.json.items);
    expect(listed.length).toBeLessThanOrEqual(5);
    cursor = page.json.next ?? undefined;
  } while (cursor !== undefined);
  expect(listed).toEqual([
    { level: "default", name: "Plant", uuid: account.uuid, device: null },
    { level: "group", name: "Hall", uuid: null, device: null },
    { level: "device", name, uuid: device, device: null },
    { level: "device", name: "Other", uuid: other.uuid, device: null },
    { level: "sensor", name: sensors[0]!.name, uuid: sensor, device: { uuid: device, name } },
  ]);
});

test("ends a list with a full page, and refuses an invalid cursor", async () => {
  const { api, account, chain, device } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  const list = (query: Record<string, string>) =>
    editor.call("listChainAssignments", { params: { chain }, query });
  expect((await list({})).json).toEqual({ items: [], next: null });
  await editor.call("assignChain", { body: { chain, device } });
  expect((await list({ limit: "1" })).json).toMatchObject({ items: [{ uuid: device }], next: null });
  expect((await list({ cursor: "made-up" })).status).toBe(422);
});

test("does not show assignments of another account's chain", async () => {
  const { api, account, chain } = await open();
  await using _ = api;
  const office = await api.addAccount("Office");
  const call = { params: { chain } };
  expect((await api.as("viewer", account).call("listChainAssignments", call)).status).toBe(200);
  const foreign = await api.as("owner", office).call("listChainAssignments", call);
  expect(foreign).toMatchObject({ status: 404, json: { code: "unknown_chain" } });
});
