import { expect, test } from "bun:test";
import { quarantineRoutes } from "@weir/protocol/manage/quarantine-routes";
import type { ImportedReadings } from "../../bus/imported-readings.ts";
import { rejectedOf, TestRequests } from "../../web/testing/test-requests.ts";
import { getDevice } from "../core/find-device.ts";
import { type ImportSink, ImportUnavailableError } from "../core/import-sink.ts";
import type { AskProcessor } from "../core/records/record-access.ts";
import { createDevice } from "../devices/devices.ts";
import { addSensor } from "../sensors/sensors.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { createQuarantineHandlers } from "./quarantine-handlers.ts";

async function scene() {
  const took: ImportedReadings[] = [];
  const state = { isFull: false, duplicates: 0 };
  const sink: ImportSink = {
    aheadMaxMs: 5000,
    async take(mode, readings) {
      expect(mode).toBe("chain");
      if (state.isFull) throw new ImportUnavailableError("The queue is full.");
      took.push(readings);
      const { duplicates } = state;
      return { accepted: readings.values.length - duplicates, duplicates };
    },
  };
  const released: number[] = [];
  const ask = (async (request: Parameters<AskProcessor>[0]) => {
    if (request.kind !== "release quarantined") throw new Error(`Nobody answers ${request.kind}.`);
    released.push(...request.ids);
    return { released: seen.activity.releaseQuarantined(request.accountId, request.ids) };
  }) as AskProcessor;
  const api = await ApiUnderTest.create(quarantineRoutes, createQuarantineHandlers(sink), { ask });
  const seen = new TestRequests(api.store);
  const account = await api.addAccount("Plant");
  const created = unwrap(await createDevice(api.control, newDevice(account.id)));
  const device = unwrap(await getDevice(api.control, created.uuid));
  const whose = { accountId: account.id, deviceId: device.id };
  const editor = api.as("editor", account);
  const idsOf = ({ json }: TestAnswer) => json.items.map(({ id }: { id: number }) => id);
  const actions = async () => {
    const entries = await api.auditOf(account);
    return entries.map(({ action }) => action).reverse();
  };
  return { api, account, device, whose, seen, editor, took, released, state, idsOf, actions };
}

test("lists rejected readings exactly as they were sent, with numbers that a double cannot hold", async () => {
  const { api, whose, seen, editor } = await scene();
  await using _ = api;
  const entry = '{"sensor_slug":"flow","value":1.50,"site":{"b":12345678901234567890,"a":1e400,"10":-0}}';
  seen.rejected(rejectedOf(whose, { entry }));
  expect((await editor.call("listQuarantined")).text).toContain(`"entry":${entry}`);
});

test("lists rejected readings with whether they would be accepted now", async () => {
  const { api, device, whose, seen, editor, idsOf } = await scene();
  await using _ = api;
  seen.rejected(
    rejectedOf(whose),
    rejectedOf(whose, {
      position: 3,
      reason: "dropped_missing_value",
      entry: '{"sensor_slug":"humidity"}',
    }),
    rejectedOf(whose, { urlSensor: "temperature", entry: '{"value":5,"timestamp":"2026-06-01T11:59:00Z"}' }),
  );
  const { json } = await editor.call("listQuarantined");
  expect(json.items[2]).toEqual({
    id: 1,
    device: { uuid: device.uuid, name: "Boiler" },
    request: "000000000abc-1",
    position: 0,
    at: "2026-06-01T11:00:00.000000Z",
    reason: "dropped_unknown_sensor",
    url_sensor: null,
    entry: { sensor_slug: "flow", value: 1.5 },
    ready: false,
    explanation:
      'The device has no sensor "flow". Create a sensor with this slug, or correct the slug on the device.',
  });
  expect(json.items.map(({ ready }: { ready: boolean }) => ready)).toEqual([true, false, false]);
  expect(json.items[0].explanation).toContain("can be submitted again");

  const page = await editor.call("listQuarantined", { query: { limit: "2" } });
  expect(idsOf(page)).toEqual([3, 2]);
  expect(idsOf(await editor.call("listQuarantined", { query: { cursor: page.json.next } }))).toEqual([1]);
  const params = { device: device.uuid };
  const query = { reason: "dropped_missing_value" };
  expect(idsOf(await editor.call("listDeviceQuarantined", { params, query }))).toEqual([2]);
});

test("stores the readings that named an unknown slug as those of a sensor that the device has", async () => {
  const { api, account, device, whose, seen, editor, took, idsOf } = await scene();
  await using _ = api;
  seen.rejected(
    rejectedOf(whose),
    rejectedOf(whose, { entry: '{"sensor_slug":"other","value":9}' }),
    rejectedOf(whose, { entry: '{"sensor_slug":"flow","value":"2.5"}' }),
    rejectedOf(whose, { urlSensor: "flow", entry: '{"value":7}' }),
  );
  const { sensors } = unwrap(await getDevice(api.control, device.uuid));
  const store = (sensor: string, sent = "flow") =>
    editor.call("resubmitQuarantined", { body: { device: device.uuid, store_as: { sent, sensor } } });
  expect((await store("pressure")).json.code).toBe("unknown_sensor");
  expect((await store(sensors[0]!.slug, sensors[0]!.slug)).json.code).toBe("slug_taken");
  const byIds = { ids: [1], store_as: { sent: "flow", sensor: sensors[0]!.slug } };
  expect((await editor.call("resubmitQuarantined", { body: byIds })).status).toBe(422);
  expect(took).toEqual([]);
  expect((await store(sensors[0]!.slug)).json).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
  const { id } = sensors[0]!;
  expect(took).toMatchObject([{ deviceIds: [device.id, device.id], sensorIds: [id, id], values: [1.5, 7] }]);
  expect(idsOf(await editor.call("listQuarantined"))).toEqual([3, 2]);
  expect(JSON.stringify(await api.auditOf(account))).toContain('"store_as":{"sent":"flow"');
});

test("submits readings again after their sensor was created, and keeps those that are still invalid", async () => {
  const { api, device, whose, seen, editor, took, idsOf, actions } = await scene();
  await using _ = api;
  seen.rejected(
    rejectedOf(whose),
    rejectedOf(whose, { entry: '{"sensor_slug":"flow","value":"2.5"}' }),
    rejectedOf(whose, {
      entry: '{"sensor_slug":"flow","value":3.5,"timestamp":"2026-06-01T10:00:00Z","note":"x"}',
      correctionUs: 1_000_000,
    }),
  );
  const resubmit = () => editor.call("resubmitQuarantined", { body: { device: device.uuid } });
  const early = await resubmit();
  expect(early.json).toMatchObject({ accepted: 0, duplicates: 0, before_id: null });
  expect(early.json.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
    "dropped_unknown_sensor",
    "dropped_invalid_value",
    "dropped_unknown_sensor",
  ]);
  expect(took).toEqual([]);

  unwrap(await addSensor(api.control, device.uuid, { slug: "flow" }));
  const { sensors } = unwrap(await getDevice(api.control, device.uuid));
  const { json } = await resubmit();
  expect(json).toMatchObject({
    accepted: 2,
    duplicates: 0,
    unknown_ids: [],
    before_id: null,
    rejected: [
      { id: 2, reason: "dropped_invalid_value", explanation: expect.stringContaining("not a number") },
    ],
  });
  const flow = sensors.find(({ slug }) => slug === "flow")!.id;
  expect(took).toEqual([
    {
      deviceIds: [device.id, device.id],
      sensorIds: [flow, flow],
      values: [1.5, 3.5],
      atUs: ["2026-06-01T11:00:00Z", "2026-06-01T10:00:01Z"].map((at) => Date.parse(at) * 1000),
      metadata: ["", '{"note":"x"}'],
      receivedUs: [null, null],
      deviceSeconds: [-1, -1],
      deviceMicros: [0, 0],
    },
  ]);
  expect(idsOf(await editor.call("listQuarantined"))).toEqual([2]);
  expect(await actions()).toEqual(["quarantine.resubmit", "quarantine.resubmit"]);
});

test("removes readings from the quarantine only once they are durable", async () => {
  const { api, whose, seen, editor, released, state, idsOf } = await scene();
  await using _ = api;
  seen.rejected(rejectedOf(whose, { entry: '{"sensor_slug":"humidity","value":1}' }));
  state.isFull = true;
  const full = await editor.call("resubmitQuarantined", { body: { ids: [1] } });
  expect([full.status, full.json.code, full.headers["Retry-After"]]).toEqual([
    503,
    "import_unavailable",
    "5",
  ]);
  expect(idsOf(await editor.call("listQuarantined"))).toEqual([1]);
  state.isFull = false;
  state.duplicates = 1;
  const { json } = await editor.call("resubmitQuarantined", { body: { ids: [1, 1, 77] } });
  expect(json).toMatchObject({ accepted: 0, duplicates: 1, rejected: [], unknown_ids: [77] });
  expect(released).toEqual([1]);
});

test("discards readings, and does not find those of other accounts", async () => {
  const { api, device, whose, seen, editor, idsOf, actions } = await scene();
  await using _ = api;
  seen.rejected(rejectedOf(whose), rejectedOf(whose), rejectedOf(whose, { reason: "dropped_missing_value" }));
  const stranger = api.as("editor", await api.addAccount("Office"));
  const foreign = await stranger.call("discardQuarantined", { body: { ids: [1] } });
  expect(foreign.json).toEqual({ discarded: 0, unknown_ids: [1], before_id: null });
  const body = { device: device.uuid };
  expect((await stranger.call("discardQuarantined", { body })).json.code).toBe("unknown_device");
  expect((await stranger.call("listQuarantined")).json.items).toEqual([]);

  const some = await editor.call("discardQuarantined", {
    body: { ...body, reason: "dropped_missing_value" },
  });
  expect(some.json).toMatchObject({ discarded: 1 });
  expect((await editor.call("discardQuarantined", { body: { ids: [2] } })).json.discarded).toBe(1);
  expect(idsOf(await editor.call("listQuarantined"))).toEqual([1]);
  expect(await actions()).toEqual(["quarantine.discard", "quarantine.discard"]);
});

test("requires a selection of readings", async () => {
  const { api, device, editor } = await scene();
  await using _ = api;
  for (const body of [{}, { ids: [1], device: device.uuid }, { ids: [] }, { ids: [0] }, { device: "x" }]) {
    expect((await editor.call("resubmitQuarantined", { body })).status).toBe(422);
  }
});
