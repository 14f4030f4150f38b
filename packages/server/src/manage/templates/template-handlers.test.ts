import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { retentionRoutes } from "@weir/protocol/manage/retention-routes";
import { sensorRoutes } from "@weir/protocol/manage/sensor-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { templatesJudgedByArrival } from "../../control/templates/templates.ts";
import { boards } from "../boards/boards.ts";
import { publishChain } from "../chains/chain-publishing.ts";
import { createChain, deleteChain } from "../chains/chains.ts";
import { deviceHandlers } from "../devices/device-handlers.ts";
import { retentionHandlers } from "../retention/retention-handlers.ts";
import { sensorHandlers } from "../sensors/sensor-handlers.ts";
import { codeOf, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { templateHandlers } from "./template-handlers.ts";

const routes = { ...templateRoutes, ...deviceRoutes, ...sensorRoutes, ...retentionRoutes };
const handlers = { ...templateHandlers, ...deviceHandlers, ...sensorHandlers, ...retentionHandlers };

const freezer = {
  name: "Freezer",
  handling: "lenient",
  expected_interval_s: 60,
  silence_alarm: "critical",
  tags: ["cold"],
  attributes: { site: "Berlin" },
  sensors: [
    { slug: "temperature", name: "Temperature", type: "temperature", unit: "°C", retention_days: 30 },
    { slug: "door" },
  ],
};

async function open() {
  const api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  return { api, account, editor };
}

async function publishedChain({ api, account }: Awaited<ReturnType<typeof open>>, name: string) {
  const chain = unwrap(await createChain(api.control, { accountId: account.id, name }));
  unwrap(await publishChain(api.control, chain.uuid));
  return chain;
}

test("creates, lists, changes and deletes a template, and audits it", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const created = await editor.call("createTemplate", { body: freezer });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    name: "Freezer",
    version: 1,
    board: null,
    contract: null,
    handling: "lenient",
    chain: null,
    device_count: 0,
    following_count: 0,
    pending_count: 0,
    tags: ["cold"],
    sensors: [
      { slug: "temperature", unit: "°C", retention_days: 30, chain: null },
      { slug: "door", name: "door", type: null, retention_days: "account" },
    ],
  });
  const params = { template: created.json.uuid };
  const renamed = await editor.call("updateTemplate", { params, body: { name: "Fridge", tags: [] } });
  expect(renamed.json).toMatchObject({ name: "Fridge", version: 1, tags: [] });
  const changed = await editor.call("updateTemplate", { params, body: { sensors: [{ slug: "door" }] } });
  expect(changed.json).toMatchObject({ version: 2, handling: "lenient", sensors: [{ slug: "door" }] });
  expect((await api.as("viewer", account).call("listTemplates")).json.items).toHaveLength(1);
  expect((await editor.call("showTemplate", { params: { template: "Fridge" } })).json).toEqual(changed.json);
  const stale = await editor.call("deleteTemplate", {
    params,
    headers: { "If-Match": created.headers.ETag! },
  });
  expect(stale.status).toBe(412);
  expect((await editor.call("deleteTemplate", { params })).status).toBe(204);
  expect((await editor.call("showTemplate", { params })).status).toBe(404);
  expect((await api.auditOf(account)).map(({ action }) => action)).toEqual([
    "template.delete",
    "template.update",
    "template.update",
    "template.create",
  ]);
});

test("creates a device with everything of its template, except what is given", async () => {
  const scene = await open();
  await using api = scene.api;
  const { editor } = scene;
  const chain = await publishedChain(scene, "Cold");
  const board = unwrap(
    await boards.operations.create(
      api.control,
      { accountId: scene.account.id, userId: null, role: "owner" },
      { name: "Cold" },
    ),
  );
  const [temperature, door] = freezer.sensors;
  const body = {
    ...freezer,
    chain: "Cold",
    board: board.uuid,
    sensors: [{ ...temperature, chain: "Cold" }, door],
  };
  const template = (await editor.call("createTemplate", { body })).json;
  expect(template).toMatchObject({ chain: chain.uuid, board: board.uuid });
  const device = await editor.call("createDevice", {
    body: {
      name: "Freezer 1",
      template: "Freezer",
      silence_alarm: null,
      tags: ["hall-2"],
      sensors: [{ slug: "humidity" }, { slug: "door", name: "Front door" }],
    },
  });
  expect(device.status).toBe(201);
  expect(device.json).toMatchObject({
    template: { uuid: template.uuid, name: "Freezer" },
    follows_template: true,
    chain: { uuid: chain.uuid },
    handling: "lenient",
    expected_interval_s: 60,
    silence_alarm: null,
    tags: ["cold", "hall-2"],
    attributes: { site: "Berlin" },
  });
  const params = { device: device.json.uuid };
  const sensors = (await editor.call("listSensors", { params })).json.items;
  expect(sensors.map(({ slug, name }: { slug: string; name: string }) => [slug, name])).toEqual([
    ["temperature", "Temperature"],
    ["humidity", "humidity"],
    ["door", "Front door"],
  ]);
  expect(sensors[0].applicable_chain).toMatchObject({ uuid: chain.uuid, through: "sensor" });
  const kept = await editor.call("showSensorRetention", { params: { ...params, sensor: "temperature" } });
  expect(kept.json).toEqual({ own: 30, days: 30 });
  const copy = await editor.call("duplicateDevice", { params, body: {} });
  expect(copy.json).toMatchObject({ template: { name: "Freezer" }, follows_template: true });
  const shown = await editor.call("showTemplate", { params: { template: template.uuid } });
  expect(shown.json).toMatchObject({ device_count: 2, following_count: 2, pending_count: 0 });
});

test("is created in another account as it was answered, with chains and a board of the same names", async () => {
  const scene = await open();
  await using api = scene.api;
  const there = await api.addAccount("Branch");
  const branch = api.as("editor", there);
  const makeBoard = async (accountId: number) =>
    unwrap(
      await boards.operations.create(
        api.control,
        { accountId, userId: null, role: "owner" },
        { name: "Any freezer" },
      ),
    );
  await publishedChain(scene, "Cold");
  await publishedChain(scene, "Doors");
  const board = await makeBoard(scene.account.id);
  const sensors = freezer.sensors.map((sensor) => ({ ...sensor, chain: "Doors" }));
  const body = { ...freezer, chain: "Cold", board: "Any freezer", sensors };
  const made = (await scene.editor.call("createTemplate", { body })).json;
  expect(made.board).toBe(board.uuid);
  expect(made.references.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`)).toEqual([
    "chain Cold",
    "chain Doors",
    "board Any freezer",
  ]);
  const { uuid, version, device_count, following_count, pending_count, ...rest } = made;
  const { created_at, updated_at, ...moved } = rest;

  const refused = await branch.call("createTemplate", { body: moved });
  expect(refused.json).toMatchObject({ status: 422, code: "unknown_chain" });
  expect(refused.json.detail).toBe(
    'The template names something that this account does not have: no chain "Cold" and no chain "Doors" and no board "Any freezer". Create them with these names first, or leave them out of the template.',
  );
  const cold = await publishedChain({ ...scene, account: there }, "Cold");
  await publishedChain({ ...scene, account: there }, "Doors");
  const own = await makeBoard(there.id);
  const copy = await branch.call("createTemplate", { body: moved });
  expect(copy.status).toBe(201);
  expect(copy.json).toMatchObject({
    chain: cold.uuid,
    board: own.uuid,
    sensors: [{ slug: "temperature" }, {}],
  });
  expect(copy.json.sensors[0].chain).not.toBe(made.sensors[0].chain);
  const again = { params: { template: copy.json.uuid }, body: { ...moved, handling: "strict" } };
  expect((await branch.call("updateTemplate", again)).json).toMatchObject({ chain: cold.uuid, version: 2 });

  await makeBoard(there.id);
  const twice = await branch.call("createTemplate", { body: { ...moved, name: "Twice" } });
  expect(twice.json.detail).toBe('The account has several boards "Any freezer". Give the UUID of one.');
});

test("changes the template of a device and whether the device follows it, and nothing else", async () => {
  const { api, editor } = await open();
  await using _ = api;
  await editor.call("createTemplate", { body: freezer });
  const device = (await editor.call("createDevice", { body: { name: "Boiler" } })).json;
  const params = { device: device.uuid };
  const patch = async (body: object) => (await editor.call("updateDevice", { params, body })).json;
  expect(await patch({ follows_template: true })).toMatchObject({ status: 409, code: "no_template" });
  const given = await patch({ template: "Freezer" });
  expect(given).toMatchObject({ template: { name: "Freezer" }, follows_template: true });
  expect(given).toMatchObject({ handling: "strict", sensor_count: 0, tags: [] });
  expect(await patch({ follows_template: false })).toMatchObject({
    template: { name: "Freezer" },
    follows_template: false,
  });
  expect(await patch({ template: null })).toMatchObject({ template: null, follows_template: false });
  expect(await patch({ template: "Nothing" })).toMatchObject({ status: 422, code: "unknown_template" });
});

test("keeps devices when their template is deleted, and a chain while a template uses it", async () => {
  const scene = await open();
  await using api = scene.api;
  const { editor } = scene;
  await publishedChain(scene, "Cold");
  const body = { name: "Freezer", sensors: [{ slug: "temperature", chain: "Cold" }] };
  const template = (await editor.call("createTemplate", { body })).json;
  expect(codeOf(await deleteChain(api.control, "Cold"))).toBe("chain_in_use");
  const device = (await editor.call("createDevice", { body: { name: "Freezer 1", template: "Freezer" } }))
    .json;
  await editor.call("deleteTemplate", { params: { template: template.uuid } });
  const shown = await editor.call("showDevice", { params: { device: device.uuid } });
  expect(shown.json).toMatchObject({ template: null, follows_template: false, sensor_count: 1 });
});

test("refuses what a device could not have", async () => {
  const scene = await open();
  await using api = scene.api;
  const { account, editor } = scene;
  const create = async (body: object) => (await editor.call("createTemplate", { body })).json.code;
  await editor.call("createTemplate", { body: { name: "Freezer" } });
  unwrap(await createChain(api.control, { accountId: account.id, name: "Draft" }));
  expect(await create({ name: "Freezer" })).toBe("template_name_taken");
  expect(await create({ name: "A", sensors: [{ slug: "a" }, { slug: "a" }] })).toBe("slug_taken");
  expect(await create({ name: "A", sensors: [{ slug: "no slug" }] })).toBe("bad_slug");
  expect(await create({ name: "A", chain: "Draft" })).toBe("chain_unpublished");
  expect(await create({ name: "A", sensors: [{ slug: "a", chain: "None" }] })).toBe("unknown_chain");
  expect(await create({ name: "A", board: "none" })).toBe("unknown_board");
  expect(await create({ name: "A", sensors: [{ slug: "a", retention_days: 0 }] })).toBe("not_valid");
  const foreign = api.as("owner", await api.addAccount("Other"));
  expect((await foreign.call("listTemplates")).json.items).toEqual([]);
  expect((await foreign.call("showTemplate", { params: { template: "Freezer" } })).status).toBe(404);
  const made = await foreign.call("createDevice", { body: { name: "Freezer 1", template: "Freezer" } });
  expect(made.json.code).toBe("unknown_template");
  expect((await api.as("viewer", account).call("createTemplate", { body: { name: "B" } })).status).toBe(403);
});

test("creates a template from a device, which then follows it", async () => {
  const scene = await open();
  await using _ = scene.api;
  const { editor } = scene;
  await publishedChain(scene, "Cold");
  const body = { ...freezer, chain: "Cold", sensors: [{ slug: "temperature" }] };
  const device = (await editor.call("createDevice", { body: { ...body, name: "Freezer 1" } })).json;
  const params = { device: device.uuid };
  await editor.call("setSensorRetention", {
    params: { ...params, sensor: "temperature" },
    body: { days: 7 },
  });
  const made = await editor.call("createTemplateFromDevice", { params, body: { name: "Freezer" } });
  expect(made.json).toMatchObject({
    chain: device.chain.uuid,
    handling: "lenient",
    expected_interval_s: 60,
    silence_alarm: "critical",
    tags: ["cold"],
    attributes: { site: "Berlin" },
    device_count: 1,
    following_count: 1,
    sensors: [{ slug: "temperature", retention_days: 7, chain: null }],
  });
  expect((await editor.call("showTemplateDifferences", { params })).json.items).toEqual([]);
  const listed = await editor.call("listDevices", { query: { template: made.json.uuid } });
  expect(listed.json.items).toMatchObject([{ name: "Freezer 1", follows_template: true }]);
  const counted = await editor.call("countDevices", { query: { template: crypto.randomUUID() } });
  expect(counted.json).toMatchObject({ never_seen: 0 });
});

test("says which devices have readings of a wrong clock judged by their arrival", async () => {
  const { api, account } = await open();
  await using _ = api;
  const editor = api.as("editor", account);
  const made = await editor.call("createTemplate", { body: freezer });
  expect(made.json.judge_by_arrival).toBe(false);
  expect(await templatesJudgedByArrival(api.control.db)).toEqual([]);
  const params = { template: "Freezer" };
  const change = async (judge_by_arrival: boolean) =>
    (await editor.call("updateTemplate", { params, body: { judge_by_arrival } })).json.judge_by_arrival;
  expect(await change(true)).toBe(true);
  expect(await templatesJudgedByArrival(api.control.db)).toHaveLength(1);
  expect(await change(false)).toBe(false);
  expect(await templatesJudgedByArrival(api.control.db)).toEqual([]);
});
