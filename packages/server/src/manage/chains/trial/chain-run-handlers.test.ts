import { afterAll, expect, test } from "bun:test";
import { chainRunRoutes } from "@weir/protocol/manage/chain-run-routes";
import { closeTestControls, unwrap } from "../../test-control.ts";
import { RecordsApiUnderTest } from "../../testing/records-api-under-test.ts";
import { saveDraft } from "../chain-drafts.ts";
import { line, savingAbove, testNode } from "../test-chains.ts";
import { chainRunHandlers } from "./chain-run-handlers.ts";

afterAll(closeTestControls);

const open = () => RecordsApiUnderTest.create(chainRunRoutes, chainRunHandlers, savingAbove(0));
const failing = line(testNode("save", "save", { sensor: "missing" }));

interface Run {
  readonly at: string;
  readonly value: number;
  readonly outcome: { readonly kind: string };
}
const outcomes = (json: { readings: Run[] }) =>
  json.readings.map(({ value, outcome }) => [value, outcome.kind]);

test("runs made-up readings through a definition that is not stored, step by step", async () => {
  await using api = await open();
  const params = { chain: api.plant.chain.uuid };
  const samples = [
    { value: 3, at: "2026-06-15T12:00:00Z", metadata: { site: "north" } },
    { value: -1 },
    { value: 9, at: "2026-06-16T00:00:00+02:00" },
  ];
  const body = { definition: savingAbove(2), samples };
  const { json } = await api.as("editor", api.plant).call("dryRunChain", { params, body });
  expect(json).toMatchObject({ title: "The definition given", is_complete: true });
  const reading = { value: 3, metadata: { site: "north" } };
  expect(json.readings[0]).toEqual({
    at: "2026-06-15T12:00:00.000000Z",
    ...reading,
    outcome: { kind: "saved" },
    effects: [{ kind: "save", sensor: "sample", ...reading }],
    steps: [
      { node: "input", type: "input", in: reading, output: "out", out: reading },
      { node: "limit", type: "compare", in: reading, output: "true", out: reading },
      { node: "save", type: "save", in: reading, output: "saved", out: reading },
    ],
  });
  expect(json.readings[1]).toMatchObject({
    at: "2026-06-15T12:01:00.000000Z",
    outcome: { kind: "ended", node: "limit", output: "false" },
  });
  expect(json.readings[2].at).toBe("2026-06-15T22:00:00.000000Z");
  expect(await api.audited()).toEqual([]);
});

test("reports every effect that a chain can have", async () => {
  await using api = await open();
  const at = (id: string, output: string, to: string) => ({ from: id, output, to });
  const definition = {
    nodes: [
      testNode("input", "input"),
      testNode("say", "log", { message: "{{value}}" }),
      testNode("hot", "raise-alarm", { name: "hot", severity: "info", message: "!" }),
      testNode("cool", "clear-alarm", { name: "hot" }),
      testNode("hook", "webhook", { url: "https://example.org/" }),
      testNode("save", "save", { sensor: "missing" }),
    ],
    wires: ["say", "hot", "cool", "hook", "save"].map((to) => at("input", "out", to)),
  };
  const { json } = await api.as("editor", api.plant).call("dryRunChain", {
    params: { chain: api.plant.chain.uuid },
    body: { definition, samples: [{ value: 1 }] },
  });
  const [run] = json.readings;
  expect(run.effects.map(({ kind }: { kind: string }) => kind)).toEqual([
    "log",
    "alarm_raised",
    "alarm_cleared",
    "message",
    "failure",
  ]);
  expect(run.outcome).toMatchObject({ kind: "dead", node: "save" });
});

test("uses the draft before the published version unless a version is named, with the last readings in order", async () => {
  await using api = await open();
  const { plant, records } = api;
  await records.process(plant.sensorId, 1, 4, 9);
  const editor = api.as("editor", plant);
  const params = { chain: plant.chain.uuid };
  const run = async (body: object) =>
    outcomes(
      (await editor.call("dryRunChain", { params, body: { sensor: plant.sensorUuid, ...body } })).json,
    );
  expect(await run({ last: 2 })).toEqual([
    [4, "saved"],
    [9, "saved"],
  ]);
  unwrap(await saveDraft(records.control, plant.chain.uuid, { definition: savingAbove(5) }));
  expect(await run({ last: 2 })).toEqual([
    [4, "ended"],
    [9, "saved"],
  ]);
  expect(await run({ last: 1, version: 1 })).toEqual([[9, "saved"]]);
  expect(await run({ last: 1, version: "live" })).toEqual([[9, "saved"]]);
});

test("includes readings that were accepted a moment ago", async () => {
  let settle = () => {};
  const flush = async () => settle();
  const parts = { parts: { flush } };
  await using api = await RecordsApiUnderTest.create(chainRunRoutes, chainRunHandlers, savingAbove(0), parts);
  const { plant, records } = api;
  const call = async (name: "dryRunChain" | "replayReadings", value: number, body: object) => {
    settle = () => records.process(plant.sensorId, value);
    const params = { chain: plant.chain.uuid };
    const { json } = await api.as("editor", plant).call(name, { params, body });
    settle = () => {};
    return json;
  };
  const sensor = plant.sensorUuid;
  expect(outcomes(await call("dryRunChain", 7, { sensor, last: 1 }))).toEqual([[7, "saved"]]);
  expect(await call("replayReadings", 8, { sensor, hours: 1 })).toMatchObject({ readings: 2 });
});

test("tries dead letters with the definition that should fix them", async () => {
  await using api = await RecordsApiUnderTest.create(chainRunRoutes, chainRunHandlers, failing);
  const { plant, records } = api;
  await records.process(plant.sensorId, 1, 2, 3);
  const body = { definition: savingAbove(2), sensor: plant.sensorUuid, last_dead_letters: 2 };
  const call = { params: { chain: plant.chain.uuid }, body };
  const { json } = await api.as("editor", plant).call("dryRunChain", call);
  expect(outcomes(json)).toEqual([
    [2, "ended"],
    [3, "saved"],
  ]);
});

test("reports in a replay the differences from the published version, and how far it got", async () => {
  await using api = await open();
  const { plant, records } = api;
  const values = Array.from({ length: 1200 }, (_, index) => index + 1);
  await records.process(plant.sensorId, ...values);
  const replay = async (body: object) =>
    await api.as("editor", plant).call("replayReadings", {
      params: { chain: plant.chain.uuid },
      body: { sensor: plant.sensorUuid, hours: 1, definition: savingAbove(1000), ...body },
    });
  const { json } = await replay({});
  expect(json).toMatchObject({
    readings: 1200,
    readings_max: 200_000,
    is_complete: true,
    differing: 1000,
    live: { saved: 1200, title: "Version 1 of chain Own" },
    tested: { saved: 200, ended: 1000 },
    differing_in: { outcome: 1000, values: 1000, alarms: 0, messages: 0 },
  });
  expect(json.differences).toHaveLength(20);
  expect(json.differences[0]).toMatchObject({ value: 1, live: { outcome: { kind: "saved" } } });
  expect((await replay({ dead_letters: true })).json).toMatchObject({ readings: 0, until: null });
});

test("shows the readings at each node and why readings are not saved", async () => {
  await using api = await RecordsApiUnderTest.create(chainRunRoutes, chainRunHandlers, failing);
  const { plant, records } = api;
  await records.process(plant.sensorId, 1, 2);
  const { json } = await api
    .as("viewer", plant)
    .call("showChainActivity", { params: { chain: plant.chain.uuid } });
  expect(json).toMatchObject({
    entered: 2,
    unsaved: 2,
    reasons: [{ kind: "dead", node: "save", output: null, readings: 2 }],
    nodes: [
      { node: "input", in: 2 },
      { node: "save", failed: 2, last_error: { sensor: plant.sensorUuid } },
    ],
  });
});

test("refuses a definition that cannot run with node and field", async () => {
  await using api = await open();
  const definition = line(testNode("save", "save", { sensor: 7 }));
  const refused = await api.as("editor", api.plant).call("dryRunChain", {
    params: { chain: api.plant.chain.uuid },
    body: { definition, samples: [{ value: 1 }] },
  });
  expect(refused).toMatchObject({
    status: 422,
    json: { code: "chain_invalid", errors: [{ field: "nodes.save.sensor" }] },
  });
});

test("requires exactly one source of readings, within limits", async () => {
  await using api = await open();
  const { plant } = api;
  const samples = [{ value: 1 }];
  const sensor = plant.sensorUuid;
  const bodies: [string, object][] = [
    ["samples", {}],
    ["samples", { samples, last: 1, sensor }],
    ["sensor", { last: 1 }],
    ["last", { last: 10_001, sensor }],
    ["samples", { samples: Array.from({ length: 10_001 }, () => samples[0]) }],
    ["samples.0.at", { samples: [{ value: 1, at: "yesterday" }] }],
    ["samples.0.metadata", { samples: [{ value: 1, metadata: { text: "x".repeat(5000) } }] }],
    ["version", { samples, definition: failing, version: "live" }],
  ];
  for (const [field, body] of bodies) {
    const call = { params: { chain: plant.chain.uuid }, body };
    const refused = await api.as("editor", plant).call("dryRunChain", call);
    expect(refused.status).toBe(422);
    expect(refused.json.errors.map((error: { field: string }) => error.field)).toContain(field);
  }
});

test("shows stored readings only to keys that may read readings", async () => {
  await using api = await open();
  const { plant } = api;
  const params = { chain: plant.chain.uuid };
  const sensor = plant.sensorUuid;
  const key = api.asKey(plant, "chains:write");
  expect((await key.call("dryRunChain", { params, body: { sensor, last: 1 } })).status).toBe(403);
  expect((await key.call("replayReadings", { params, body: { sensor, hours: 1 } })).status).toBe(403);
  expect((await key.call("dryRunChain", { params, body: { samples: [{ value: 1 }] } })).status).toBe(200);
  const reader = api.asKey(plant, "chains:write", "readings:read");
  expect((await reader.call("dryRunChain", { params, body: { sensor, last: 1 } })).status).toBe(200);
});

test("finds neither another account's chain nor its sensor's readings", async () => {
  await using api = await open();
  const { plant, office, records } = api;
  await records.process(office.sensorId, 5);
  const owner = api.as("owner", plant);
  const foreign = { chain: office.chain.uuid };
  const samples = [{ value: 1 }];
  expect((await owner.call("dryRunChain", { params: foreign, body: { samples } })).status).toBe(404);
  expect((await owner.call("showChainActivity", { params: foreign })).status).toBe(404);
  const params = { chain: plant.chain.uuid };
  const sensor = office.sensorUuid;
  for (const body of [
    { sensor, last: 1 },
    { sensor, samples },
    { sensor, last_dead_letters: 1 },
  ]) {
    const refused = await owner.call("dryRunChain", { params, body });
    expect(refused).toMatchObject({ status: 422, json: { code: "unknown_sensor" } });
  }
  expect((await owner.call("replayReadings", { params, body: { sensor, hours: 1 } })).status).toBe(422);
});
