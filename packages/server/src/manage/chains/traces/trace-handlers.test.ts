import { afterAll, expect, test } from "bun:test";
import { traceRoutes } from "@weir/protocol/manage/trace-routes";
import { closeTestControls } from "../../test-control.ts";
import { RecordsApiUnderTest } from "../../testing/records-api-under-test.ts";
import { line, savingAbove, testNode } from "../test-chains.ts";
import { traceHandlers } from "./trace-handlers.ts";

afterAll(closeTestControls);

const open = () => RecordsApiUnderTest.create(traceRoutes, traceHandlers, savingAbove(5));

test.each(["Chain", "Device"] as const)("shows the path of readings in the trace of a %s", async (of) => {
  await using api = await open();
  const { plant, records } = api;
  const params = { chain: plant.chain.uuid, device: plant.deviceUuid };
  const editor = api.as("editor", plant);
  expect((await api.as("viewer", plant).call(`read${of}Trace`, { params })).json).toEqual({
    is_running: false,
    until: null,
    seen: 0,
    readings: [],
  });
  const notStopped = await editor.call(`stop${of}Trace`, { params });
  expect(notStopped).toMatchObject({ status: 404, json: { code: "no_trace" } });
  const started = await editor.call(`start${of}Trace`, { params, body: {} });
  expect(started.json).toMatchObject({ is_running: true, seen: 0, readings: [] });

  await records.process(plant.sensorId, 1, 9);
  const read = await api.as("viewer", plant).call(`read${of}Trace`, { params });
  expect(read.json).toMatchObject({
    seen: 2,
    readings: [
      {
        value: 1,
        outcome: "ended",
        device: plant.deviceUuid,
        steps: [{ node: "input" }, { node: "limit" }],
      },
      { value: 9, outcome: "saved", reason: null, chain: { name: "Own", version: 1 } },
    ],
  });
  const stopped = await editor.call(`stop${of}Trace`, { params });
  expect(stopped.json).toMatchObject({ is_running: false, until: null, seen: 2 });
  expect(await api.audited()).toEqual(["trace.start", "trace.stop"]);
});

test("shows the reason in the trace of a dead letter", async () => {
  const failing = line(testNode("divide", "calculate", { value: "value / 0.0" }));
  await using api = await RecordsApiUnderTest.create(traceRoutes, traceHandlers, failing);
  const params = { chain: api.plant.chain.uuid };
  await api.as("editor", api.plant).call("startChainTrace", { params, body: {} });
  await api.records.process(api.plant.sensorId, 1);
  const { json } = await api.as("viewer", api.plant).call("readChainTrace", { params });
  expect(json.readings).toMatchObject([{ outcome: "dead", reason: "Division by zero." }]);
});

test("limits a trace to an hour", async () => {
  await using api = await open();
  const params = { chain: api.plant.chain.uuid };
  for (const minutes of [0, 61, "5"]) {
    const refused = await api.as("editor", api.plant).call("startChainTrace", { params, body: { minutes } });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: "minutes" }] } });
  }
});

test("does not trace another account's chains and devices", async () => {
  await using api = await open();
  const { plant, office, records } = api;
  const params = { chain: office.chain.uuid, device: office.deviceUuid };
  for (const name of Object.keys(traceRoutes) as (keyof typeof traceRoutes)[]) {
    const call = name.startsWith("start") ? { params, body: {} } : { params };
    expect((await api.as("owner", plant).call(name, call)).status).toBe(404);
  }
  expect(records.asked).toEqual([]);
});

test("tells callers to try again while the processor restarts", async () => {
  const unavailable = Object.assign(new Error("restarting"), { code: "processor_unavailable" });
  const ask = () => Promise.reject(unavailable);
  await using api = await RecordsApiUnderTest.create(traceRoutes, traceHandlers, savingAbove(5), { ask });
  const params = { chain: api.plant.chain.uuid };
  const refused = await api.as("viewer", api.plant).call("readChainTrace", { params });
  expect(refused).toMatchObject({ status: 503, json: { code: "processor_unavailable" } });
});
