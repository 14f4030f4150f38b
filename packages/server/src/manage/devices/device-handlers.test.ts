import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { listAudit } from "../../control/audit/audit-log.ts";
import { at } from "../../queue/test-positions.ts";
import { SqliteActivityStore } from "../../store/activity/store-sqlite.ts";
import { SqliteAlarms } from "../../store/alarms/writer-sqlite.ts";
import { ending, makePublishedChain } from "../chains/test-chains.ts";
import { ApiUnderTest, type TestAccount } from "../testing/api-under-test.ts";
import { deviceHandlers } from "./device-handlers.ts";
import { createDeviceGroup } from "./groups/device-groups.ts";
import { showToken } from "./tokens/device-tokens.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceRoutes, deviceHandlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account) };
}

type Api = Awaited<ReturnType<typeof open>>["api"];

async function make(api: Api, account: TestAccount, body: Record<string, unknown> = {}) {
  const { status, json, headers } = await api
    .as("editor", account)
    .call("createDevice", { body: { name: "Boiler", ...body } });
  expect(status).toBe(201);
  return { ...json, etag: headers.ETag! };
}

/** Quickly creates this many devices like this one. */
async function copy(api: Api, uuid: string, count: number): Promise<string[]> {
  const uuids = Array.from({ length: count }, () => crypto.randomUUID());
  await api.control.transact(async (tx) => {
    const devices = tx.selectFrom("devices").selectAll().where("uuid", "=", uuid);
    const { id: _, ...device } = await devices.executeTakeFirstOrThrow();
    for (const next of uuids)
      await tx
        .insertInto("devices")
        .values({ ...device, uuid: next })
        .execute();
  });
  return uuids;
}

async function actions(api: Api, account: TestAccount): Promise<string[]> {
  const entries = await api.auditOf(account);
  return entries.map(({ action }) => action).reverse();
}

test("creates a device with its sensors in one call and returns the token", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const created = await make(api, account, {
    description: "in the cellar",
    handling: "lenient",
    quarantine: true,
    sensors: [
      { slug: "temperature", unit: "°C" },
      { slug: "humidity", name: "Humidity", type: null },
    ],
  });
  expect(created).toMatchObject({
    name: "Boiler",
    description: "in the cellar",
    group: null,
    enabled: true,
    contract: "queued",

    quarantine: true,
    handling: "lenient",
    chain: null,
    status: "never_seen",
    last_connected: null,
    battery: null,
    sensor_count: 2,
    created_at: "2026-06-01T12:00:00.000000Z",
    applicable_chain: { name: "Default", through: "default", warnings: [] },
    sensors: [{ slug: "temperature" }, { slug: "humidity" }],
  });
  const shown = await showToken(api.control, created.uuid);
  expect(shown.ok && shown.value.token).toBe(created.token);
  const { json } = await editor.call("showDevice", { params: { device: created.uuid } });
  expect(json.token).toBeUndefined();
  const entries = await api.auditOf(account);
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain(created.token);
});

test("leaves nothing of a refused device behind, and names the field", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const create = async (body: unknown) => {
    const { status, json } = await editor.call("createDevice", { body });
    return [status, json.code, json.errors?.[0]?.field];
  };
  expect(await create({ name: "" })).toEqual([422, "not_valid", "name"]);
  expect(await create({ name: "a\nb" })).toEqual([422, "bad_name", "name"]);
  expect(await create({ name: "A", group: "None" })).toEqual([422, "unknown_group", "group"]);
  expect(await create({ name: "A", chain: "None" })).toEqual([422, "unknown_chain", "chain"]);
  expect(await create({ name: "A", colour: "red" })).toEqual([422, "not_valid", "colour"]);
  expect(await create({ name: "A", sensors: [{ slug: "a b" }] })).toEqual([422, "bad_slug", "slug"]);
  expect(await create({ name: "A", sensors: [{ slug: "a" }, { slug: "a" }] })).toEqual([
    409,
    "slug_taken",
    "slug",
  ]);
  expect((await editor.call("listDevices")).json.items).toEqual([]);
  expect(await actions(api, account)).toEqual([]);
});

test("shows a device's last connection, status and battery", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const { uuid } = await make(api, account);
  const row = await api.control.db.selectFrom("devices").select("id").executeTakeFirstOrThrow();
  const nowMs = api.clock.nowMs();
  api.store.begin();
  api.store.connected([[row.id, nowMs - 1000]]);
  api.store.battery(row.id, (nowMs - 2000) * 1000, 3.5);
  api.store.commit(at(0), at(1), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  const expected = {
    uuid,
    status: "online",
    last_connected: "2026-06-01T11:59:59.000000Z",
    battery: { volts: 3.5, at: "2026-06-01T11:59:58.000000Z" },
  };
  expect((await editor.call("showDevice", { params: { device: uuid } })).json).toMatchObject(expected);
  expect((await editor.call("listDevices", { query: { status: "online" } })).json.items).toMatchObject([
    expected,
  ]);
  expect((await editor.call("listDevices", { query: { status: "offline" } })).json.items).toEqual([]);
  const counts = async (query: Record<string, string>) => (await editor.call("countDevices", { query })).json;
  expect(await counts({})).toEqual({
    online: 1,
    offline: 0,
    never_seen: 0,
    disabled: 0,
    troubled: 0,
    with_alarms: 0,
    waiting: 0,
    sample: 0,
  });
  expect(await counts({ group: "", search: "no such" })).toMatchObject({ online: 0, disabled: 0 });
});

test("shows, lists and counts recently refused or rejected devices for their account alone", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  for (const name of ["Fine", "Rejected", "Was rejected"]) await make(api, account, { name });
  const office = await api.addAccount("Office");
  await make(api, office, { name: "Theirs" });
  const nowMs = api.clock.nowMs();
  const seen = new SqliteActivityStore(api.store.database);
  seen.troubled(2, nowMs - 1000);
  seen.troubled(3, nowMs - 2 * 86_400_000);
  seen.troubled(4, nowMs);
  const listed = async (who: typeof editor, troubled: string) =>
    (await who.call("listDevices", { query: { troubled } })).json.items.map(
      ({ name, last_troubled }: { name: string; last_troubled: string | null }) => [name, last_troubled],
    );
  expect(await listed(editor, "true")).toEqual([["Rejected", "2026-06-01T11:59:59.000000Z"]]);
  expect(await listed(editor, "false")).toEqual([
    ["Fine", null],
    ["Was rejected", "2026-05-30T12:00:00.000000Z"],
  ]);
  expect((await editor.call("countDevices")).json.troubled).toBe(1);
  expect(await listed(api.as("viewer", office), "true")).toEqual([["Theirs", "2026-06-01T12:00:00.000000Z"]]);
  expect((await editor.call("listDevices", { query: { troubled: "lately" } })).status).toBe(422);
});

test("shows and lists devices whose clock is wrong, for their account alone", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  for (const name of ["Fine", "Fallen back"]) await make(api, account, { name });
  const office = await api.addAccount("Office");
  await make(api, office, { name: "Theirs" });
  const wrongMs = api.clock.nowMs() - 1000;
  const seen = new SqliteActivityStore(api.store.database);
  for (const deviceId of [2, 3])
    seen.sentTimes({ deviceId, currentMs: wrongMs - 1, wrongMs, behindMs: 31 * 86_400_000 });
  const { items } = (await editor.call("listDevices", { query: { clock: "wrong" } })).json;
  const clock = { at: "2026-06-01T11:59:59.000000Z", behind_s: 31 * 86_400 };
  expect(items).toMatchObject([{ name: "Fallen back", wrong_clock: clock }]);
  const all = (await editor.call("listDevices")).json.items;
  expect(all.map(({ wrong_clock }: { wrong_clock: unknown }) => wrong_clock)).toEqual([clock, null]);
  seen.sentTimes({ deviceId: 2, currentMs: wrongMs + 1, wrongMs: null, behindMs: null });
  expect((await editor.call("listDevices", { query: { clock: "wrong" } })).json.items).toEqual([]);
});

test("lists and counts devices with active alarms for their account, and for keys that may list alarms", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  for (const name of ["Fine", "Freezer"]) await make(api, account, { name });
  const office = await api.addAccount("Office");
  await make(api, office, { name: "Theirs" });
  const alarms = new SqliteAlarms(api.store.database);
  const raise = (accountId: number, deviceId: number) =>
    alarms.change({
      kind: "raised",
      id: deviceId,
      alarm: {
        accountId,
        deviceId,
        sensorId: deviceId,
        chainId: 1,
        nodeId: "n",
        name: "hot",
        message: "",
        severity: "critical",
        raisedUs: 1,
        value: 1,
      },
    });
  raise(account.id, 2);
  raise(office.id, 3);
  const listed = async (who: typeof editor, alarms: string) =>
    (await who.call("listDevices", { query: { alarms } })).json.items.map(
      ({ name }: { name: string }) => name,
    );
  expect(await listed(editor, "true")).toEqual(["Freezer"]);
  expect(await listed(editor, "false")).toEqual(["Fine"]);
  expect(await listed(api.as("viewer", office), "true")).toEqual(["Theirs"]);
  expect((await editor.call("countDevices")).json.with_alarms).toBe(1);
  const mayList = api.asKey(account, ["devices:read", "operations:read"]);
  expect(await listed(mayList, "true")).toEqual(["Freezer"]);
  const mayNot = api.asKey(account, ["devices:read"]);
  expect(await mayNot.call("listDevices", { query: { alarms: "true" } })).toMatchObject({
    status: 403,
    json: { code: "scope_needed" },
  });
  expect((await mayNot.call("countDevices")).json).toMatchObject({ never_seen: 2, with_alarms: null });
});

test("pages lists by cursor, and refuses cursors of another list or of none", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  for (const name of ["c", "a", "b"]) await make(api, account, { name });
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: "1", ...(cursor === null ? {} : { cursor }) };
    const { json } = await editor.call("listDevices", { query });
    names.push(...json.items.map((item: { name: string }) => item.name));
    cursor = json.next;
  } while (cursor !== null);
  expect(names).toEqual(["a", "b", "c"]);
  const { next } = (await editor.call("listDevices", { query: { limit: "1" } })).json;
  for (const query of [{ cursor: "rubbish" }, { cursor: "e30" }, { cursor: next, sort: "created" }]) {
    const { status, json } = await editor.call("listDevices", { query });
    expect([status, json.errors[0].field]).toEqual([422, "query.cursor"]);
  }
});

test("lists continue after the longest possible name", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const names = [1, 2, 3].map((last) => `${"9İ".repeat(99)}温${last}`);
  for (const name of names) await make(api, account, { name });
  const first = (await editor.call("listDevices", { query: { limit: "2" } })).json;
  const second = await editor.call("listDevices", { query: { limit: "2", cursor: first.next } });
  expect(second.json.items.map(({ name }: { name: string }) => name)).toEqual([names[2]]);
});

test("changes only the given fields, and audits the state before and after", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const chain = await makePublishedChain(api.control, account.id, "Ends", ending);
  await createDeviceGroup(api.control, { accountId: account.id, name: "Roof" });
  const { uuid } = await make(api, account, { description: "kept" });
  const change = async (body: unknown) =>
    (await editor.call("updateDevice", { params: { device: uuid }, body })).json;
  expect(await change({ group: "Roof", chain: chain.uuid, enabled: false })).toMatchObject({
    name: "Boiler",
    description: "kept",
    group: "Roof",
    enabled: false,
    chain: { uuid: chain.uuid, name: "Ends" },
    applicable_chain: { through: "device" },
  });
  expect(await change({ group: null, chain: null })).toMatchObject({
    group: null,
    chain: null,
    enabled: false,
  });
  const { entries } = await listAudit(api.control, account.id, {
    filter: { action: "device.update" },
    limit: 10,
  });
  expect(entries[1]).toMatchObject({
    actor: "ada@example.org",
    subjectKind: "device",
    subject: uuid,
    before: { group: null, enabled: true, chain: null },
    after: { group: "Roof", enabled: false, chain: chain.uuid },
  });
});

test("refuses a change or removal that expects another version with 412", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const { uuid, etag } = await make(api, account);
  const params = { device: uuid };
  const first = await editor.call("updateDevice", {
    params,
    body: { name: "A" },
    headers: { "If-Match": etag },
  });
  expect(first.status).toBe(200);
  expect(first.headers.ETag).not.toBe(etag);
  for (const route of ["updateDevice", "deleteDevice"] as const) {
    const body = route === "updateDevice" ? { body: { name: "B" } } : {};
    const { status, json } = await editor.call(route, { params, ...body, headers: { "If-Match": etag } });
    expect([status, json.code]).toEqual([412, "changed_meanwhile"]);
  }
  const { json, headers } = await editor.call("showDevice", { params });
  expect(json.name).toBe("A");
  expect(headers.ETag).toBe(first.headers.ETag!);
  const either = { "If-Match": `${etag}, ${headers.ETag}` };
  expect((await editor.call("updateDevice", { params, body: { name: "C" }, headers: either })).status).toBe(
    200,
  );
  expect((await editor.call("deleteDevice", { params, headers: { "If-Match": "*" } })).status).toBe(204);
  expect((await editor.call("showDevice", { params })).status).toBe(404);
  expect(await actions(api, account)).toEqual([
    "device.create",
    "device.update",
    "device.update",
    "device.delete",
  ]);
});

test("changes many devices at once, each with its outcome, in steps with an audit entry each", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  await createDeviceGroup(api.control, { accountId: account.id, name: "Roof" });
  const { uuid: chain } = await makePublishedChain(api.control, account.id, "Cold store", ending);
  const stranger = await make(api, await api.addAccount("Office"));
  const [a, b] = [await make(api, account), await make(api, account, { group: "Roof" })];
  const bulk = (body: unknown) => editor.call("updateManyDevices", { body });
  const devices = [a.uuid, stranger.uuid, b.uuid, a.uuid];
  expect((await bulk({ devices, group: "Roof" })).json.results).toEqual([
    { uuid: a.uuid, outcome: "updated", problem: null },
    { uuid: stranger.uuid, outcome: "unknown_device", problem: null },
    { uuid: b.uuid, outcome: "unchanged", problem: null },
    { uuid: a.uuid, outcome: "unchanged", problem: null },
  ]);
  await bulk({ devices: [a.uuid, b.uuid], enabled: false, group: null, chain: "Cold store" });
  const { items } = (await editor.call("listDevices")).json;
  for (const item of items)
    expect(item).toMatchObject({ group: null, enabled: false, chain: { uuid: chain } });
  await bulk({ devices: [a.uuid], chain: null });
  expect((await editor.call("showDevice", { params: { device: a.uuid } })).json.chain).toBeNull();
  expect((await bulk({ devices, group: "None" })).json.code).toBe("unknown_group");
  expect((await bulk({ devices, chain: "None" })).json.code).toBe("unknown_chain");
  expect((await bulk({ devices })).status).toBe(422);
  expect((await bulk({ devices: Array(1001).fill(a.uuid), enabled: true })).status).toBe(422);
  await bulk({ devices: await copy(api, a.uuid, 51), enabled: true });
  const { entries } = await listAudit(api.control, account.id, {
    filter: { action: "device.bulk-update" },
    limit: 2,
  });
  const audited = entries.map(({ after }) => (after as { devices: string[] }).devices.length);
  expect(audited).toEqual([1, 50]);
});

test("deletes many devices, each with its sensors and its own audit entry, and none of another account", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const office = await api.addAccount("Office");
  const stranger = await make(api, office);
  const [a, b] = [await make(api, account, { sensors: [{ slug: "flow" }] }), await make(api, account)];
  const kept = await make(api, account);
  const devices = [a.uuid, stranger.uuid, b.uuid, b.uuid];
  const { json } = await editor.call("deleteManyDevices", { body: { devices } });
  expect(json.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "deleted",
    "unknown_device",
    "deleted",
    "unknown_device",
  ]);
  const left = (await editor.call("listDevices")).json.items;
  expect(left.map(({ uuid }: { uuid: string }) => uuid)).toEqual([kept.uuid]);
  const sensors = await api.control.db.selectFrom("sensors").select("slug").execute();
  expect(sensors).toEqual([]);
  const { entries } = await listAudit(api.control, account.id, {
    filter: { action: "device.delete" },
    limit: 9,
  });
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual([a.uuid, b.uuid].toSorted());
  expect(await actions(api, office)).toEqual(["device.create"]);
  const viewer = api.as("viewer", account);
  expect((await viewer.call("deleteManyDevices", { body: { devices: [kept.uuid] } })).status).toBe(403);
});

test("does not find a device of another account, on any route", async () => {
  const { api, account } = await open();
  await using _ = api;
  const { uuid } = await make(api, account);
  const office = await api.addAccount("Office");
  const theirs = api.as("owner", office);
  const params = { device: uuid };
  expect((await theirs.call("showDevice", { params })).json.code).toBe("unknown_device");
  expect((await theirs.call("updateDevice", { params, body: { name: "X" } })).json.code).toBe(
    "unknown_device",
  );
  expect((await theirs.call("deleteDevice", { params })).json.code).toBe("unknown_device");
  expect((await theirs.call("listDevices")).json.items).toEqual([]);
  const ours = await makePublishedChain(api.control, account.id, "Ours", ending);
  const { uuid: own } = await make(api, office);
  const taken = await theirs.call("updateDevice", { params: { device: own }, body: { chain: ours.uuid } });
  expect(taken.json.code).toBe("unknown_chain");
  expect(await actions(api, office)).toEqual(["device.create"]);
});

test("lets viewers read but not change", async () => {
  const { api, account } = await open();
  await using _ = api;
  const { uuid } = await make(api, account);
  const viewer = api.as("viewer", account);
  expect((await viewer.call("showDevice", { params: { device: uuid } })).status).toBe(200);
  expect((await viewer.call("deleteDevice", { params: { device: uuid } })).status).toBe(403);
});
