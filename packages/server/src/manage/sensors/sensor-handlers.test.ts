import { expect, test } from "bun:test";
import { sensorRoutes } from "@weir/protocol/manage/sensor-routes";
import { at } from "../../queue/test-positions.ts";
import { makePublishedChain, testNode } from "../chains/test-chains.ts";
import { createDevice } from "../devices/devices.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { sensorHandlers } from "./sensor-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(sensorRoutes, sensorHandlers);
  const account = await api.addAccount("Plant");
  const device = unwrap(await createDevice(api.control, newDevice(account.id)));
  return { api, account, device: device.uuid, editor: api.as("editor", account) };
}

test("lists sensors page by page with their latest value and first time, null if there is no data", async () => {
  const { api, device, editor } = await open();
  await using _ = api;
  const sensors = await api.control.db.selectFrom("sensors").select("id").orderBy("id").execute();
  api.store.begin();
  api.store.save(sensors[0]!.id, 2_000_000, 21.5, 3_000_000, -1, 0, "");
  api.store.save(sensors[0]!.id, 1_000_000, 99, 4_000_000, -1, 0, "");
  api.store.commit(at(0), at(1), { saved: 2, alreadyStored: 0, ended: 0, dead: 0 });
  const first = (await editor.call("listSensors", { params: { device }, query: { limit: "1" } })).json;
  expect(first.items).toMatchObject([
    {
      slug: "temperature",
      unit: "°C",
      latest: { value: 21.5, at: "1970-01-01T00:00:02.000000Z" },
      first_at: "1970-01-01T00:00:01.000000Z",
    },
  ]);
  const query = { limit: "1", cursor: first.next };
  const second = (await editor.call("listSensors", { params: { device }, query })).json;
  expect(second).toMatchObject({ items: [{ slug: "humidity", latest: null, first_at: null }], next: null });
});

test("lists sensors of several devices at once, by name and page by page, and none of another account", async () => {
  const { api, account, device, editor } = await open();
  await using _ = api;
  const second = unwrap(await createDevice(api.control, newDevice(account.id, { name: "Second" })));
  const office = await api.addAccount("Office");
  const foreign = unwrap(await createDevice(api.control, newDevice(office.id)));
  const [{ id } = { id: 0 }] = await api.control.db
    .selectFrom("sensors")
    .select("id")
    .orderBy("id")
    .execute();
  api.store.begin();
  api.store.save(id, 2_000_000, 21.5, 3_000_000, -1, 0, "");
  api.store.commit(at(0), at(1), { saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
  const missing = "6f2c1f3e-8d0b-4e57-9a3f-0c5f6c1f7a10";
  const devices = [device.toUpperCase(), second.uuid, foreign.uuid, missing].join(",");
  const list = async (query: Record<string, string>) =>
    (await editor.call("listSensorsOfDevices", { query: { devices, ...query } })).json;
  const found = (items: { device: string; slug: string }[]) => items.map((one) => [one.device, one.slug]);
  const all = await list({});
  expect(found(all.items)).toEqual(
    [device, second.uuid].flatMap((uuid) => [
      [uuid, "temperature"],
      [uuid, "humidity"],
    ]),
  );
  expect(all.items[0]).toMatchObject({
    unit: "°C",
    latest: { value: 21.5, at: "1970-01-01T00:00:02.000000Z" },
  });
  expect(all.items[1].latest).toBeNull();
  const named = await list({ sensors: `humidity,${all.items[2].uuid}` });
  expect(found(named.items)).toEqual([
    [device, "humidity"],
    [second.uuid, "temperature"],
    [second.uuid, "humidity"],
  ]);
  const first = await list({ limit: "3" });
  const rest = await list({ limit: "3", cursor: first.next });
  expect([...first.items, ...rest.items]).toEqual(all.items);
  expect(rest.next).toBeNull();
  for (const wrong of ["", "x", `${device},`, Array(101).fill(device).join(",")])
    expect([wrong, (await list({ devices: wrong })).status]).toEqual([wrong, 422]);
});

test("lists each sensor with the chain that applies and why", async () => {
  const { api, account, device, editor } = await open();
  await using _ = api;
  const ending = { nodes: [testNode("input", "input")], wires: [] };
  const silent = await makePublishedChain(api.control, account.id, "Silent", ending);
  await api.control.transact((tx) =>
    tx.updateTable("sensors").set({ chain_id: silent.id }).where("slug", "=", "humidity").execute(),
  );
  const { json } = await editor.call("listSensors", { params: { device } });
  expect(json.items).toMatchObject([
    { slug: "temperature", applicable_chain: { name: "Default", through: "default", warnings: [] } },
    {
      slug: "humidity",
      applicable_chain: {
        uuid: silent.uuid,
        name: "Silent",
        through: "sensor",
        warnings: [{ code: "no_save_reachable" }],
      },
    },
  ]);
});

test("adds, changes and removes a sensor by slug or UUID, and audits all of it", async () => {
  const { api, account, device, editor } = await open();
  await using _ = api;
  const added = await editor.call("addSensor", {
    params: { device },
    body: { slug: "pressure", unit: "bar" },
  });
  expect(added.status).toBe(201);
  expect(added.json).toMatchObject({
    slug: "pressure",
    name: "pressure",
    type: null,
    unit: "bar",
    latest: null,
  });
  const { uuid } = added.json;
  const changed = await editor.call("updateSensor", {
    params: { device, sensor: "pressure" },
    body: { slug: "steam", name: "Steam", type: "pressure", unit: null },
  });
  expect(changed.json).toMatchObject({ uuid, slug: "steam", name: "Steam", type: "pressure", unit: null });
  expect((await editor.call("showSensor", { params: { device, sensor: "pressure" } })).status).toBe(404);
  expect((await editor.call("showSensor", { params: { device, sensor: uuid } })).json.slug).toBe("steam");
  expect((await editor.call("removeSensor", { params: { device, sensor: uuid } })).status).toBe(204);
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ["sensor.delete", uuid],
    ["sensor.update", uuid],
    ["sensor.create", uuid],
  ]);
  expect(entries[1]).toMatchObject({
    before: { device, slug: "pressure" },
    after: { device, slug: "steam" },
  });
});

test("refuses a duplicate or invalid slug by its field, and accepts the unchanged slug", async () => {
  const { api, device, editor } = await open();
  await using _ = api;
  const params = { device, sensor: "temperature" };
  const change = async (body: unknown) => {
    const { status, json } = await editor.call("updateSensor", { params, body });
    return [status, json.code, json.errors?.[0].field];
  };
  expect(await change({ slug: "humidity" })).toEqual([409, "slug_taken", "slug"]);
  expect(await change({ slug: "a b" })).toEqual([422, "bad_slug", "slug"]);
  expect(await change({ name: "\n" })).toEqual([422, "bad_name", "name"]);
  expect((await change({ slug: "temperature", name: "T" }))[0]).toBe(200);
});

test("refuses a change or removal that expects another version with 412, and does nothing", async () => {
  const { api, device, editor } = await open();
  await using _ = api;
  const params = { device, sensor: "temperature" };
  const { ETag } = (await editor.call("showSensor", { params })).headers;
  const headers = { "If-Match": ETag! };
  expect((await editor.call("updateSensor", { params, body: { name: "A" }, headers })).status).toBe(200);
  expect((await editor.call("updateSensor", { params, body: { name: "B" }, headers })).status).toBe(412);
  expect((await editor.call("removeSensor", { params, headers })).status).toBe(412);
  expect((await editor.call("showSensor", { params })).json.name).toBe("A");
});

test("reaches no sensors of another account's device", async () => {
  const { api, device } = await open();
  await using _ = api;
  const theirs = api.as("owner", await api.addAccount("Office"));
  const params = { device, sensor: "temperature" };
  const answers = [
    await theirs.call("listSensors", { params: { device } }),
    await theirs.call("addSensor", { params: { device }, body: { slug: "x" } }),
    await theirs.call("showSensor", { params }),
    await theirs.call("updateSensor", { params, body: { name: "X" } }),
    await theirs.call("removeSensor", { params }),
  ];
  expect(answers.map(({ json }) => json.code)).toEqual(Array(5).fill("unknown_device"));
});

test("finds sensors by words of their own and their device's name, only in the account, and no more than asked", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const sensors = [
    { slug: "t1", name: "Water temperature" },
    { slug: "level", name: "Level" },
  ];
  const tank = unwrap(await createDevice(api.control, newDevice(account.id, { name: "Tank 7", sensors })));
  const office = await api.addAccount("Office");
  await createDevice(api.control, newDevice(office.id, { name: "Tank 8", sensors }));
  const found = async (search: string, limit = "20") =>
    (await editor.call("searchSensors", { query: { search, limit } })).json.items.map(
      (one: { slug: string; device: object }) => [one.slug, one.device],
    );
  const device = { uuid: tank.uuid, name: "Tank 7" };
  expect(await found("tank WATER")).toEqual([["t1", device]]);
  expect(await found("level")).toEqual([["level", device]]);
  expect(await found("Tank")).toHaveLength(2);
  expect(await found("Tank", "1")).toHaveLength(1);
  expect(await found("tank humidity")).toEqual([]);
  expect(await found("100%_")).toEqual([]);
  for (const query of [{ search: " " }, { search: "x", limit: "51" }])
    expect((await editor.call("searchSensors", { query })).status).toBe(422);
});
