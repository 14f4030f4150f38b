import { expect, test } from "bun:test";
import { at } from "../../queue/test-positions.ts";
import { findingOf, requestOf } from "../../web/testing/test-requests.ts";
import { activityScene, arrivalMs } from "./test-activity-api.ts";

test("lists a device's requests, newest first, page by page", async () => {
  const { api, make, seen, state, viewer } = await activityScene();
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
    id: "000000000abc-9",
    device: { uuid: other.device.uuid, name: "Pump" },

    at: "2026-06-01T11:00:00.009000Z",
    source: "192.0.2.7",
    endpoint: "batch",
    status: 202,
    error: null,

    accepted: 1,
    duplicates: 0,
    rejected: {},
    duration_ms: 1.5,
    body_bytes: 120,
    clock_offset_ms: null,
    clock_behind_s: null,
    explanation: null,
    first_problem: null,
    first_finding: null,
    unsaved: null,
  });
  const filtered = await viewer.call("listRequests", { query: { device: other.device.uuid } });
  expect(filtered.json.items).toHaveLength(1);
});

test("leaves out requests without problems on demand, and refuses an invalid cursor", async () => {
  const { api, make, seen, viewer } = await activityScene();
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
  const { api, make, seen, viewer } = await activityScene();
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
  const { api, make, seen, viewer } = await activityScene();
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

test("reports lost readings with value and place, finds requests by them, and lists where they end", async () => {
  const accepted = (sensorId: number) => [
    { sensorId, value: 5, atUs: 1 },
    { sensorId, value: -3.25, atUs: 2 },
  ];
  let sensorId = 0;
  const { api, account, make, seen, viewer } = await activityScene({
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
    chain: { uuid: chain.uuid, name: chain.name, version: 1 },
    output: "out",
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
  // A reading that took too long is listed separately, although it is at the same node.
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

test("does not find requests of another account and deleted ones", async () => {
  const { api, make, seen, viewer } = await activityScene();
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
