import { expect, test } from "bun:test";
import { at } from "../../queue/test-positions.ts";
import { findingOf, requestOf } from "../../web/testing/test-requests.ts";
import { activityScene, arrivalMs } from "./test-activity-api.ts";

test("shows why readings of a request were not accepted, and the fate of the others", async () => {
  const { api, make, seen, viewer } = await activityScene();
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
      position: 3,
      reason: "dropped_duplicate",
      sensorId: temperature!.id,
      value: 4,
      sent: [1, 5],
      matchedMs: arrivalMs - 1000,
      untilMs: arrivalMs + 1000,
    }),
    findingOf({
      position: 4,
      reason: "dropped_future_timestamp",
      sensorId: temperature!.id,
      value: 4,
      sent: [253_402_300_799, 999_999],
    }),
  ];
  seen.requests(
    requestOf(whose, {
      accepted: 3,
      duplicates: 1,
      rejected: { dropped_unknown_sensor: 1, dropped_future_timestamp: 1 },
      position: at(7),
      findings,
    }),
  );
  const show = async () => (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json;
  const before = await show();
  expect(before).toMatchObject({ explanation: null, problems: {}, rejected: { dropped_unknown_sensor: 1 } });
  expect(before.findings).toMatchObject([
    { position: 1, identifier: "Temperature", suggestions: ["temperature"], sensor: null, timestamp: null },
    {
      sensor: { uuid: temperature!.uuid, slug: "temperature", name: "temperature" },
      suggestions: [],
      timestamp: "1970-01-01T00:00:01.000005Z",
      matched_at: "2026-06-01T10:59:59.000000Z",
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
    state: "queued",
    counts: { queued: 3, saved: 0, already_stored: 0, ended: 0, dead: 0 },
    fates_complete: true,
    chains: [],
    sent: null,
    saved: [],
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
    lastArrivalMs: arrivalMs,
    ends: [end, gone],
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
      position: 2,
      fate: "ended",
      chain: { uuid: chain.uuid, name: chain.name, version: 1 },
      node: { id: "input", type: "input" },
      output: "out",
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

test("shows the chain that saved a request's readings, and why others failed", async () => {
  const { api, make, seen, viewer } = await activityScene();
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
    lastArrivalMs: arrivalMs,
    ends: [end],
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
        fate: "dead",
        readings: 3,
        chain,
        node: { id: "x" },
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
  const { api, make, seen, viewer } = await activityScene();
  await using _ = api;
  const { whose } = await make("Boiler");
  seen.requests(requestOf(whose, { position: at(7), accepted: 5 }));
  const request = { requestBoot: 0xabc, requestNumber: 1 };
  const place = { chainId: 999, chainVersion: 1, nodeId: null, output: null, onPurpose: null };
  const end = { fate: "already_stored", ...place } as const;
  seen.settled(7, {
    lastArrivalMs: arrivalMs,
    ends: [end],
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
  const { api, make, seen, viewer } = await activityScene();
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
  const { api, make, seen, viewer } = await activityScene();
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
    explanation: expect.stringContaining("The problems below name the fields"),
    problems,
    readings: { state: "settled", counts: { saved: 0 }, fates: [] },
  });
});

test("says which rejected readings of a request are stored by now", async () => {
  const { api, make, seen, viewer } = await activityScene();
  await using _ = api;
  const { device, whose } = await make("Boiler");
  const [temperature, humidity] = device.sensors;
  const sentUs = arrivalMs * 1000 - 60_000_000;
  const sent = [Math.floor(sentUs / 1e6), sentUs % 1e6] as const;
  const findings = [
    // The sensor has been created since.
    findingOf({ position: 0, identifier: humidity!.slug, value: 22, sent }),
    findingOf({ position: 1, identifier: humidity!.slug, value: 23 }),
    findingOf({ position: 2, identifier: "nothing", value: 24, sent }),
    findingOf({
      position: 3,
      reason: "dropped_metadata_too_large",
      sensorId: temperature!.id,
      value: 7,
      sent,
    }),
    findingOf({ position: 4, reason: "dropped_duplicate", sensorId: temperature!.id, value: 8, sent }),
  ];
  seen.requests(requestOf(whose, { findings }));
  const stored = async () =>
    (await viewer.call("showRequest", { params: { id: "000000000abc-1" } })).json.findings.map(
      (finding: { stored_since: boolean }) => finding.stored_since,
    );
  expect(await stored()).toEqual([false, false, false, false, false]);
  const { position } = api.store.progress();
  api.store.begin();
  // A chain may have changed the value.
  api.store.save(humidity!.id, sentUs, 220, arrivalMs * 1000, -1, 0, "");
  // Another reading of the same time.
  api.store.save(temperature!.id, sentUs, 8, arrivalMs * 1000, -1, 0, "");
  api.store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  expect(await stored()).toEqual([true, false, false, false, false]);
});
