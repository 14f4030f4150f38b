import { expect, test } from "bun:test";
import { activityRoutes } from "@weir/protocol/manage/activity-routes";
import { at } from "../../queue/test-positions.ts";
import type { ApiParts } from "../../web/api-context.ts";
import { ApiUnderTest } from "../../web/testing/api-under-test.ts";
import { findingOf, requestOf, TestRequests } from "../../web/testing/test-requests.ts";
import { createDevice, getDevice } from "../devices/devices.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { activityHandlers } from "./activity-handlers.ts";

const arrivalMs = Date.parse("2026-06-01T11:00:00.000Z");

async function scene(parts: Partial<ApiParts> = {}) {
  const state = { flushes: 0 };
  const recentActivity = {
    async flush() {
      state.flushes++;
    },
  };
  const api = await ApiUnderTest.create(activityRoutes, activityHandlers, {
    parts: { recentActivity, ...parts },
  });
  const account = await api.addAccount("Plant");
  const make = async (name: string) => {
    const { uuid } = unwrap(await createDevice(api.control, newDevice(account.id, { name })));
    const device = unwrap(await getDevice(api.control, uuid));
    return { device, whose: { accountId: account.id, deviceId: device.id } };
  };
  const seen = new TestRequests(api.store);
  return { api, account, make, seen, state, viewer: api.as("viewer", account) };
}

test("lists a device's requests, newest first, page by page", async () => {
  const { api, make, seen, state, viewer } = await scene();
  await using _ = api;
  const boiler = await make("Boiler");
  const other = await make("Pump");
  const ids = ["1", "2", "3", "4", "5"].map((number) => `000000000abc-${number}`);
  for (const [nth, requestId] of ids.entries()) {
    // The third and the fourth arrived in the same millisecond.
    const nthMs = arrivalMs + Math.min(nth, 2) + Math.max(0, nth - 3);
    seen.requests(requestOf(boiler.whose, { requestId, arrivalMs: nthMs, position: at(nth) }));
  }
  seen.requests(requestOf(other.whose, { requestId: "000000000abc-9", arrivalMs: arrivalMs + 9 }));
  const params = { device: boiler.device.uuid };
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query: Record<string, string> = cursor === undefined ? { limit: "2" } : { limit: "2", cursor };
    const { json } = await viewer.call("listDeviceRequests", { params, query });
    found.push(...json.items.map(({ id }: { id: string }) => id));
    cursor = json.next;
  }
  expect(found.toSorted()).toEqual(ids);
  expect(found[0]).toBe(ids[4]!);
  expect(state.flushes).toBeGreaterThan(2);
  const all = await viewer.call("listRequests");
  expect(all.json.items[0]).toEqual({
    ...{ id: "000000000abc-9", device: { uuid: other.device.uuid, name: "Pump" } },
    ...{
      at: "2026-06-01T11:00:00.009000Z",
      source: "192.0.2.7",
      endpoint: "batch",
      status: 202,
      error: null,
    },
    ...{ accepted: 1, duplicates: 0, rejected: {}, duration_ms: 1.5, body_bytes: 120, clock_offset_ms: null },
    ...{ explanation: null, first_problem: null, first_finding: null, unsaved: null },
  });
  const filtered = await viewer.call("listRequests", { query: { device: other.device.uuid } });
  expect(filtered.json.items).toHaveLength(1);
});

test("leaves out requests without problems on demand, and refuses an invalid cursor", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { whose } = await make("Boiler");
  seen.requests(
    requestOf(whose, { requestId: "000000000abc-1" }),
    requestOf(whose, { requestId: "000000000abc-2", rejected: { dropped_missing_value: 2 } }),
    requestOf(whose, { requestId: "000000000abc-3", status: 401, error: "invalid_token", accepted: 0 }),
  );
  const { json } = await viewer.call("listRequests", { query: { only: "troubled" } });
  expect(json.items.map(({ id }: { id: string }) => id).toSorted()).toEqual([
    "000000000abc-2",
    "000000000abc-3",
  ]);
  const bad = await viewer.call("listRequests", { query: { cursor: "WzFd" } });
  expect([bad.status, bad.json.errors[0].field]).toEqual([422, "query.cursor"]);
});

test("filters requests by the reason for which readings were not accepted", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  const other = await make("Pump");
  const rejected = { dropped_missing_value: 2 };
  seen.requests(
    requestOf(whose, { requestId: "000000000abc-1", rejected }),
    requestOf(whose, { requestId: "000000000abc-2", status: 401, error: "invalid_token", accepted: 0 }),
    requestOf(other.whose, { requestId: "000000000abc-3", rejected }),
  );
  const listed = async (query: Record<string, string>) =>
    (await viewer.call("listRequests", { query })).json.items.map(({ id }: { id: string }) => id.at(-1));
  expect((await listed({ reason: "dropped_missing_value" })).toSorted()).toEqual(["1", "3"]);
  expect(await listed({ reason: "invalid_token", only: "troubled" })).toEqual(["2"]);
  expect(await listed({ reason: "dropped_missing_value", device: device.uuid })).toEqual(["1"]);
  const ofDevice = { params: { device: other.device.uuid }, query: { reason: "invalid_token" } };
  expect((await viewer.call("listDeviceRequests", ofDevice)).json.items).toEqual([]);
  const bad = await viewer.call("listRequests", { query: { reason: "unheard_of" } });
  expect([bad.status, bad.json.errors[0].field]).toEqual([422, "query.reason"]);
});

test("lists each request with its first problem", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const boiler = await make("Boiler");
  const pump = await make("Pump");
  const duplicate = findingOf({ position: 0, reason: "dropped_duplicate" });
  const unknown = findingOf({ position: 1, identifier: "Temperature" });
  seen.requests(
    requestOf(boiler.whose, { requestId: "000000000abc-1", findings: [duplicate, unknown] }),
    requestOf(pump.whose, { requestId: "000000000abc-2", findings: [duplicate] }),
    requestOf(pump.whose, { requestId: "000000000abc-3", problems: { data: ["is missing", "is bad"] } }),
    requestOf(pump.whose, { requestId: "000000000abc-4", status: 401, error: "missing_token" }),
    requestOf({ ...pump.whose, deviceId: 99 }, { requestId: "000000000abc-5", findings: [unknown] }),
  );
  const { json } = await viewer.call("listRequests");
  const byId = Object.fromEntries(json.items.map((item: { id: string }) => [item.id.at(-1), item]));
  const shown = await viewer.call("showRequest", { params: { id: "000000000abc-1" } });
  const { reason, identifier, suggestions, explanation } = shown.json.findings[1];
  expect(byId[1].first_finding).toEqual({ reason, identifier, suggestions, explanation });
  expect(byId[1].first_finding).toMatchObject({ identifier: "Temperature", suggestions: ["temperature"] });
  expect(byId[2].first_finding).toMatchObject({ reason: "dropped_duplicate", identifier: null });
  expect(byId[3]).toMatchObject({ first_problem: { field: "data", message: "is missing" } });
  expect(byId[4]).toMatchObject({ first_finding: null, explanation: expect.stringContaining("no token") });
  expect(byId[5]).toMatchObject({
    device: null,
    first_finding: { explanation: expect.stringContaining("removed") },
  });
});

test("shows why readings of a request were not accepted, and the fate of the others", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  const [temperature] = device.sensors;
  const chain = await api.control.db
    .selectFrom("chains")
    .select(["id", "uuid", "name"])
    .executeTakeFirstOrThrow();
  const findings = [
    findingOf({ position: 1, identifier: "Temperature", value: 2 }),
    findingOf({
      ...{ position: 3, reason: "dropped_duplicate", sensorId: temperature!.id, value: 4, sent: [1, 5] },
      ...{ matchedMs: arrivalMs - 1000, untilMs: arrivalMs + 1000 },
    }),
    findingOf({
      ...{ position: 4, reason: "dropped_future_timestamp", sensorId: temperature!.id, value: 4 },
      sent: [253_402_300_799, 999_999],
    }),
  ];
  seen.requests(
    requestOf(whose, {
      ...{ accepted: 3, duplicates: 1, rejected: { dropped_unknown_sensor: 1, dropped_future_timestamp: 1 } },
      ...{ position: at(7), findings },
    }),
  );
  const show = async () => (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json;
  const before = await show();
  expect(before).toMatchObject({ explanation: null, problems: {}, rejected: { dropped_unknown_sensor: 1 } });
  expect(before.findings).toMatchObject([
    { position: 1, identifier: "Temperature", suggestions: ["temperature"], sensor: null, timestamp: null },
    {
      ...{ sensor: { uuid: temperature!.uuid, slug: "temperature", name: "temperature" }, suggestions: [] },
      ...{ timestamp: "1970-01-01T00:00:01.000005Z", matched_at: "2026-06-01T10:59:59.000000Z" },
      until: "2026-06-01T11:00:01.000000Z",
    },
    { timestamp: "9999-12-31T23:59:59.999999Z", ahead_ms: 253_402_300_800_000 - arrivalMs },
  ]);
  const queued = {
    readings: 1,
    fate: "queued",
    chain: null,
    node: null,
    output: null,
    on_purpose: null,
    errors: [],
  };
  expect(before.readings).toEqual({
    ...{
      state: "queued",
      counts: { queued: 3, saved: 0, already_stored: 0, ended: 0, dead: 0 },
      fates_complete: true,
    },
    ...{ chains: [], sent: null, saved: [] },
    fates: [
      { ...queued, first: 0, position: 0 },
      { ...queued, first: 1, position: 2 },
      { ...queued, first: 2, position: 5 },
    ],
  });

  const end = {
    fate: "ended",
    chainId: chain.id,
    chainVersion: 1,
    nodeId: "input",
    output: "out",
    onPurpose: false,
  } as const;
  const gone = {
    fate: "dead",
    chainId: 999,
    chainVersion: 1,
    nodeId: "x",
    output: null,
    onPurpose: null,
  } as const;
  const request = { requestBoot: 0xabc, requestNumber: 1 };
  seen.settled(7, {
    ...{ firstArrivalMs: arrivalMs, lastArrivalMs: arrivalMs, ends: [end, gone] },
    runs: [
      { ...request, first: 1, readings: 1, end: 0, letterId: null },
      { ...request, first: 2, readings: 1, end: 1, letterId: null },
    ],
  });
  const { readings } = await show();
  expect(readings).toMatchObject({ state: "settled", counts: { queued: 0, saved: 1, ended: 1, dead: 1 } });
  expect(readings.fates).toMatchObject([
    { position: 0, fate: "saved", chain: null, node: null },
    {
      ...{ position: 2, fate: "ended", chain: { uuid: chain.uuid, name: chain.name, version: 1 } },
      ...{ node: { id: "input", type: "input" }, output: "out" },
    },
    {
      position: 5,
      fate: "dead",
      chain: null,
      node: { id: "x", type: null, name: null },
      output: null,
      errors: [],
    },
  ]);
});

test("reports lost readings with value and place, finds requests by them, and lists where they end", async () => {
  const accepted = (sensorId: number) => [
    { sensorId, value: 5, atUs: 1 },
    { sensorId, value: -3.25, atUs: 2 },
  ];
  let sensorId = 0;
  const { api, account, make, seen, viewer } = await scene({
    accepted: { of: async () => accepted(sensorId), close: async () => undefined },
  });
  await using _ = api;
  const { device, whose } = await make("Boiler");
  sensorId = device.sensors[0]!.id;
  const chain = await api.control.db.selectFrom("chains").selectAll().executeTakeFirstOrThrow();
  const place = { chainId: chain.id, chainVersion: 1, nodeId: "input", output: "out" };
  const arrived = { arrivalMs: api.clock.nowMs() - 1000, position: at(7) };
  seen.requests(
    requestOf(whose, { ...arrived, accepted: 2 }),
    requestOf(whose, { ...arrived, requestId: "000000000abc-2", accepted: 2 }),
  );
  const run = { requestBoot: 0xabc, first: 1, readings: 1, letterId: null };
  seen.settled(7, {
    lastArrivalMs: arrivalMs,
    ends: [
      { ...place, fate: "ended", onPurpose: false },
      { ...place, fate: "ended", onPurpose: true },
    ],
    runs: [
      { ...run, requestNumber: 1, end: 0 },
      { ...run, requestNumber: 2, end: 1 },
    ],
  });
  const lost = { ...place, ...whose, sensorId, value: -3.25, firstMs: arrived.arrivalMs };
  seen.unsaved({ ...lost, fate: "ended", lastMs: arrived.arrivalMs });
  const sensor = { uuid: device.sensors[0]!.uuid, slug: "temperature", name: "temperature" };
  const end = {
    ...{ chain: { uuid: chain.uuid, name: chain.name, version: 1 }, output: "out" },
    node: { id: "input", type: "input", name: expect.any(String), title: "Readings" },
  };
  const items = async (query: Record<string, string>) =>
    (await viewer.call("listRequests", { query })).json.items;
  const unsaved = { not_saved: 1, failed: 0, first: { ...end, fate: "ended", sensor, value: -3.25 } };
  expect((await items({})).map((request: { unsaved: unknown }) => request.unsaved)).toEqual([null, unsaved]);
  for (const query of [{ reason: "not_saved" }, { only: "troubled" }] as const)
    expect((await items(query)).map(({ id }: { id: string }) => id)).toEqual(["000000000abc-1"]);
  expect(await items({ reason: "failed" })).toEqual([]);
  const { readings } = (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json;
  expect(readings.sent).toMatchObject([
    { sensor, value: 5 },
    { sensor, value: -3.25 },
  ]);
  expect(readings.fates).toMatchObject([{ on_purpose: null }, { on_purpose: false }]);

  const places = async (by = viewer) => (await by.call("listUnsavedReadings")).json.items;
  const last = { device: { uuid: device.uuid, name: "Boiler" }, sensor, value: -3.25 };
  const unwired = { cause: "not_saved", ...end, devices: 1, last: { ...last, at: expect.any(String) } };
  expect(await places()).toEqual([unwired]);
  // One that took too long is told of apart from the others, though it is at the same node.
  seen.unsaved({ ...lost, fate: "too_expensive", output: null, lastMs: arrived.arrivalMs - 1 });
  expect(await places()).toEqual([unwired, { ...unwired, cause: "too_expensive", output: null }]);
  const stranger = api.as("viewer", await api.addAccount("Another plant"));
  expect(await places(stranger)).toEqual([]);
  const reader = api.asKey(account, ["devices:read"]);
  expect((await places(reader))[0].last.value).toBeNull();
  expect((await reader.call("listRequests")).json.items[1].unsaved.first.value).toBeNull();
  await api.control.transact((tx) => tx.updateTable("chains").set({ published_version: null }).execute());
  expect(await places()).toEqual([]);
});

test("shows the chain that saved a request's readings, and why others failed", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  const [temperature] = device.sensors;
  const {
    id: chainId,
    uuid,
    name,
  } = await api.control.db.selectFrom("chains").select(["id", "uuid", "name"]).executeTakeFirstOrThrow();
  const of = { position: at(7), accepted: 4, endpoint: "bulk", sensorId: temperature!.id } as const;
  seen.requests(requestOf(whose, of));
  seen.deadLetter(whose, "that of another request");
  const letters = ["division by zero", "division by zero", "no such field"].map((reason) =>
    seen.deadLetter(whose, reason),
  );
  seen.chainInUse({ ...whose, sensorId: temperature!.id, chainId, chainVersion: 3, fromPosition: at(2) });
  const request = { requestBoot: 0xabc, requestNumber: 1 };
  const end = { fate: "dead", chainId, chainVersion: 3, nodeId: "x", output: null, onPurpose: null } as const;
  seen.settled(7, {
    ...{ lastArrivalMs: arrivalMs, ends: [end] },
    runs: [{ ...request, first: 1, readings: 3, end: 0, letterId: letters[0]! }],
  });
  const show = async () => (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json;
  const chain = { uuid, name, version: 3 };
  const shown = await show();
  expect(shown.sensor).toEqual({ uuid: temperature!.uuid, slug: "temperature", name: "temperature" });
  expect(shown.readings).toMatchObject({
    chains: [chain],
    fates: [
      { fate: "saved", readings: 1, chain, node: null, errors: [] },
      {
        ...{ fate: "dead", readings: 3, chain, node: { id: "x" } },
        errors: [
          { reason: "no such field", readings: 1, dead_letter: letters[2] },
          { reason: "division by zero", readings: 2, dead_letter: letters[1] },
        ],
      },
    ],
  });
  seen.discardLetter(letters[2]!);
  expect((await show()).readings.fates[1].errors).toEqual([
    { reason: "division by zero", readings: 2, dead_letter: letters[1] },
  ]);
});

test("distinguishes readings of a request that were stored already from saved ones", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { whose } = await make("Boiler");
  seen.requests(requestOf(whose, { position: at(7), accepted: 5 }));
  const request = { requestBoot: 0xabc, requestNumber: 1 };
  const place = { chainId: 999, chainVersion: 1, nodeId: null, output: null, onPurpose: null };
  const end = { fate: "already_stored", ...place } as const;
  seen.settled(7, {
    ...{ lastArrivalMs: arrivalMs, ends: [end] },
    runs: [{ ...request, first: 1, readings: 3, end: 0, letterId: null }],
  });
  const { readings } = (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json;
  expect(readings.counts).toEqual({ queued: 0, saved: 2, already_stored: 3, ended: 0, dead: 0 });
  expect(readings.fates.map(({ fate }: { fate: string }) => fate)).toEqual([
    "saved",
    "already_stored",
    "saved",
  ]);
});

test("shows the saved readings of a request, unless that is uncertain", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  const [temperature, humidity] = device.sensors;
  const arrivalUs = arrivalMs * 1000;
  const save = (
    ...readings: readonly [sensorId: number, atUs: number, value: number, receivedUs: number][]
  ) => {
    const { position } = api.store.progress();
    api.store.begin();
    for (const reading of readings) api.store.save(...reading, -1, 0, "");
    api.store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  };
  seen.requests(requestOf(whose, { position: at(7), accepted: 3 }));
  seen.settled(7, { lastArrivalMs: arrivalMs, ends: [], runs: [] });
  const shown = async () =>
    (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json.readings.saved;
  save(
    [temperature!.id, arrivalUs, 21, arrivalUs],
    [temperature!.id, arrivalUs - 60_000_000, 20, arrivalUs],
    [temperature!.id, arrivalUs - 30_000_000, 99, arrivalUs - 1000],
  );
  expect(await shown()).toBeNull();
  save([humidity!.id, arrivalUs + 1, 40, arrivalUs]);
  const named = ({ uuid, slug, name }: (typeof device.sensors)[number]) => ({ uuid, slug, name });
  expect(await shown()).toEqual([
    { sensor: named(temperature!), value: 20, at: "2026-06-01T10:59:00.000000Z" },
    { sensor: named(temperature!), value: 21, at: "2026-06-01T11:00:00.000000Z" },
    { sensor: named(humidity!), value: 40, at: "2026-06-01T11:00:00.000001Z" },
  ]);
  save([humidity!.id, arrivalUs + 2, 41, arrivalUs]);
  expect(await shown()).toBeNull();
});

test("shows why a whole request was refused", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { whose } = await make("Boiler");
  const problems = { "data.0.value": ["A reading needs a value."] };
  const refused = { accepted: 0, position: null, bodyBytes: null };
  seen.requests(
    requestOf(whose, { requestId: "000000000abc-1", status: 401, error: "invalid_token", ...refused }),
    requestOf(whose, { requestId: "000000000abc-2", status: 422, error: null, problems, ...refused }),
  );
  const show = async (id: string) => (await viewer.call("showRequest", { params: { id } })).json;
  expect((await show("000000000abc-1")).explanation).toContain("The token did not belong to this device");
  expect(await show("000000000abc-2")).toMatchObject({
    ...{ explanation: expect.stringContaining("The problems below name the fields"), problems },
    readings: { state: "settled", counts: { saved: 0 }, fates: [] },
  });
});

test("does not find requests of another account and deleted ones", async () => {
  const { api, make, seen, viewer } = await scene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  seen.requests(requestOf(whose));
  const stranger = api.as("owner", await api.addAccount("Office"));
  for (const [caller, id] of [
    [stranger, "000000000abc-1"],
    [viewer, "000000000abc-2"],
    [viewer, "no id at all"],
  ] as const) {
    const { status, json } = await caller.call("showRequest", { params: { id } });
    expect([status, json.code]).toEqual([404, "unknown_request"]);
  }
  const params = { device: device.uuid };
  expect((await stranger.call("listDeviceRequests", { params })).json.code).toBe("unknown_device");
  expect((await stranger.call("listRequests")).json.items).toEqual([]);
});
