import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import type { ActivityRecord, CollectedActivity } from "../../activity/activity-record.ts";
import { ActivityRecorder, unpackActivity } from "../../activity/activity-recorder.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import { createLog } from "../../platform/log.ts";
import { openTestIntake } from "../../queue/log-intake/test-intake.ts";
import { onlyPartition, startOf } from "../../queue/position.ts";
import type { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { at } from "../../queue/test-positions.ts";
import { type DeviceRecord, DeviceRegistry } from "../authenticate/device-registry.ts";
import type { Answer } from "../http/answer.ts";
import { matchRoute } from "../http/route.ts";
import { createIngest, type Ingest } from "../ingest.ts";
import { IngestMetrics } from "../ingest-metrics.ts";
import { LastConnected } from "../last-connected.ts";
import { SourceKeys } from "../limit/source-key.ts";
import { RequestIds } from "../respond/request-ids.ts";
import { SettledPosition } from "../settled-position.ts";

const startMs = Date.parse("2026-06-15T12:00:00Z");
const uuid = "11111111-1111-4111-8111-111111111111";
const token = `wdt_${"a".repeat(43)}`;
const device: DeviceRecord = {
  id: 7,
  uuid,
  accountId: 3,
  enabled: true,
  contract: "queued",
  handling: "lenient",
  quarantine: true,
  tokenHash: new Bun.CryptoHasher("sha256").update(token).digest(),
  previousToken: null,
  sensors: [
    { id: 21, uuid: "21212121-2121-4121-8121-212121212121", slug: "temp" },
    { id: 22, uuid: "22222222-2222-4222-8222-222222222222", slug: "hum" },
  ],
};

let folder: ReturnType<typeof tempFolder>;
let queue: SqliteLogQueue;
let activity: ActivityRecorder;
let ingest: Ingest;
let nowMs: number;
let requestIds: RequestIds;
let devices: DeviceRegistry;

beforeEach(async () => {
  folder = tempFolder();
  nowMs = startMs;
  const opened = await openTestIntake(folder.path, { nowMs: () => nowMs, backlogBytesMax: 4000 });
  const { intake } = opened;
  queue = opened.queue;
  requestIds = new RequestIds();
  activity = new ActivityRecorder({ keptPerDevice: 200, boot: requestIds.boot });
  devices = new DeviceRegistry();
  devices.put(device);
  ingest = createIngest(
    {
      bodyBytesMax: 100_000,
      bodiesBytesMax: 100_000,
      entriesMax: 1000,
      clockToleranceMs: 5000,
      clockBehindMs: 30 * 86_400_000,
      defaultContract: "queued",
    },
    {
      clock: { nowMs: () => nowMs },
      log: createLog("error", "server", () => undefined),
      devices,
      limiter: openLimiter(makeLimit({ limit: 1000, windowMs: 60_000, keysMax: 1000 })),
      sources: new SourceKeys([]),
      intake,
      counts: queue,
      settled: new SettledPosition([at(0)], 0),
      lastConnected: new LastConnected(),
      metrics: new IngestMetrics(),
      activity,
      requestIds,
    },
  );
});

afterEach(async () => {
  await queue.close();
  folder[Symbol.dispose]();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const all = new Map(
    Object.entries({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    }),
  );
  const bytes = Buffer.from(JSON.stringify(body));
  const target = `/api/v1/devices/${uuid}/${path}`;
  const begun = await ingest(
    {
      method: "POST",
      target,
      route: matchRoute(target),
      headers: { get: (name) => all.get(name) ?? null, entries: () => all },
      body: { kind: "length", bytes: bytes.length },
      version: "HTTP/1.1",
      keepAlive: true,
      expectsContinue: false,
    },
    "192.0.2.7",
  );
  return "take" in begun ? await begun.take(bytes) : begun;
}

function collected(): CollectedActivity {
  const collected = activity.collect();
  if (collected === null) throw new Error("No activity was recorded.");
  return unpackActivity(collected);
}

function lastRequest(): ActivityRecord {
  return collected().records.at(-1)!;
}

test("records an accepted request with its source and its position in the queue", async () => {
  const answer = await post("sensors/temp/readings", { data: { value: 21.5 } });
  const record = lastRequest();
  expect(record).toMatchObject({
    accountId: 3,
    deviceId: 7,
    requestId: answer.headers["X-Request-Id"],
    arrivalMs: startMs,
    source: "192.0.2.7",
    endpoint: "single",
    bodyBytes: 23,
    status: 202,
    error: null,
    accepted: 1,
    duplicates: 0,
    rejected: null,
    clockOffsetMs: null,
    findings: [],
    problems: null,
  });
  expect(record.position).toEqual(queue.lastPosition);
  expect(record.position).not.toEqual(startOf(onlyPartition));
});

test("accepts readings of 1970, and records that the clock of their device seems to be wrong", async () => {
  const behindOf = async (timestamp: string, headers = {}) => {
    const { status } = await post("sensors/temp/readings", { data: { value: 1, timestamp } }, headers);
    const { accepted, behindMs } = lastRequest();
    expect([status, accepted]).toEqual([202, 1]);
    return behindMs;
  };
  expect(await behindOf("1970-01-01T00:00:10Z")).toBe(startMs - 10_000);
  expect(await behindOf(new Date(startMs - 29 * 86_400_000).toISOString())).toBeUndefined();
  // With the time of its clock, the times of the device are corrected.
  const date = new Date(20_000).toUTCString();
  expect(await behindOf("1970-01-01T00:00:20Z", { date })).toBeUndefined();
});

describe("distinguishes readings that are not accepted", () => {
  test("by what the device called an unknown sensor, in a batch and in the URL", async () => {
    const data = [
      { sensor_slug: "temp", value: 1 },
      { sensor_slug: "Temp", value: 2, timestamp: "2026-06-15T11:00:00.25Z" },
    ];
    await post("readings", { data });
    expect(lastRequest().findings).toEqual([
      {
        position: 1,
        reason: "dropped_unknown_sensor",
        sensorId: null,
        identifier: "Temp",
        value: 2,
        sent: [Date.parse("2026-06-15T11:00:00Z") / 1000, 250_000],
        matchedMs: null,
        untilMs: null,
      },
    ]);
    const answer = await post("sensors/soil/readings/bulk", { data: [{ value: 1 }, { value: 2 }] });
    expect(answer.status).toBe(404);
    const record = lastRequest();
    expect(record.error).toBe("sensor_not_found");
    expect(record.findings.map(({ position, identifier }) => [position, identifier])).toEqual([
      [0, "soil"],
      [1, "soil"],
    ]);
  });

  test("by what a duplicate repeats, and until when", async () => {
    await post("sensors/temp/readings", { data: { value: 5 } });
    nowMs += 10_000;
    await post("sensors/temp/readings", { data: { value: 5 } });
    expect(lastRequest().findings).toMatchObject([
      { reason: "dropped_duplicate", sensorId: 21, value: 5, matchedMs: startMs, untilMs: startMs + 60_000 },
    ]);
    const data = { value: 5, timestamp: "2026-06-15T11:00:00Z" };
    await post("sensors/temp/readings", { data });
    await post("sensors/temp/readings", { data });
    expect(lastRequest().findings).toMatchObject([{ matchedMs: nowMs, untilMs: nowMs + 86_400_000 }]);
  });

  test("by the clock offset of a time in the future", async () => {
    const headers = { date: new Date(startMs - 100_000).toUTCString() };
    await post("sensors/temp/readings", { data: { value: 5, timestamp: "2026-06-15T12:00:00Z" } }, headers);
    expect(lastRequest()).toMatchObject({
      error: "no_readings_accepted",
      clockOffsetMs: 100_000,
      rejected: { dropped_future_timestamp: 1 },
      findings: [{ reason: "dropped_future_timestamp", sensorId: 21, sent: [startMs / 1000, 0] }],
    });
  });

  test("by the sent time if the clock correction moves it out of range", async () => {
    const headers = { date: new Date("9999-12-31T00:00:00Z").toUTCString() };
    await post("sensors/temp/readings", { data: { value: 5, timestamp: "2026-06-15T12:00:00Z" } }, headers);
    const reason = "dropped_invalid_timestamp";
    expect(lastRequest()).toMatchObject({
      error: "no_readings_accepted",
      rejected: { [reason]: 1 },
      findings: [{ reason, sensorId: 21, value: 5, sent: [startMs / 1000, 0] }],
    });
  });

  test("without anything left behind by an earlier request if an entry cannot be read", async () => {
    await post("readings", { data: [{ sensor_slug: "hum", value: 99, timestamp: "2026-06-15T11:00:00Z" }] });
    await post("readings", { data: [17, { value: 1 }, { sensor_slug: "temp", value: "x" }] });
    expect(lastRequest().findings).toMatchObject([
      { reason: "dropped_invalid_shape", sensorId: null, value: null, sent: null },
      { reason: "dropped_missing_identifier", sensorId: null, value: null, sent: null },
      { reason: "dropped_invalid_value", sensorId: 21, value: null, sent: null },
    ]);
  });

  test("up to a limit, while all of them are counted", async () => {
    const data = Array.from({ length: 300 }, () => ({ value: 1, timestamp: "2026-06-15T11:00:00Z" }));
    await post("sensors/temp/readings/bulk", { data });
    const { records, refusals } = collected();
    expect(records[0]!.findings).toHaveLength(50);
    expect(refusals).toEqual([{ accountId: 3, deviceId: 7, sensorId: 21, duplicates: 299, rejected: {} }]);
  });
});

test("counts refusals by sensor, and unknown sensors for the device", async () => {
  await post("readings", {
    data: [
      { sensor_slug: "temp", value: 1 },
      { sensor_slug: "temp", value: 1 },
      { sensor_slug: "hum", value: 1, timestamp: "2027-01-01" },
      { sensor_slug: "nope", value: 1 },
      { value: 1 },
    ],
  });
  const { refusals } = collected();
  expect(refusals).toEqual([
    { accountId: 3, deviceId: 7, sensorId: 21, duplicates: 1, rejected: {} },
    { accountId: 3, deviceId: 7, sensorId: 22, duplicates: 0, rejected: { dropped_future_timestamp: 1 } },
    {
      accountId: 3,
      deviceId: 7,
      sensorId: 0,
      duplicates: 0,
      rejected: { dropped_unknown_sensor: 1, dropped_missing_identifier: 1 },
    },
  ]);
});

test("keeps rejected readings as they were sent, but not accepted ones and duplicates", async () => {
  const odd = { sensor_slug: "Temp", value: 2, note: "ü" };
  const headers = { date: new Date(startMs - 100_000).toUTCString() };
  const data = [{ sensor_slug: "temp", value: 1 }, { sensor_slug: "temp", value: 1 }, odd, 5];
  const answer = await post("readings", { data }, headers);
  expect(collected().rejected).toEqual([
    {
      accountId: 3,
      deviceId: 7,
      requestId: answer.headers["X-Request-Id"]!,
      arrivalMs: startMs,
      correctionUs: 100_000_000,
      urlSensor: null,
      position: 2,
      reason: "dropped_unknown_sensor",
      entry: JSON.stringify(odd),
    },
  ]);
  await post("sensors/soil/readings", { data: { value: 3 } });
  expect(collected().rejected).toMatchObject([{ urlSensor: "soil", entry: '{"value":3}' }]);
});

test("counts a request as refused if none of its readings was looked at, and otherwise its readings", async () => {
  const strict = { prefer: "handling=strict" };
  for (let nth = 0; nth < 3; nth++) await post("sensors/temp/readings", { data: { value: "bad" } }, strict);
  await post("sensors/temp/readings", { data: { value: 1 } }, { authorization: "Bearer wrong" });
  await post("sensors/soil/readings", { data: { value: 1 } });
  await post("sensors/temp/readings", { data: { value: 1, timestamp: "2027-01-01" } });
  await post("sensors/temp/readings", { data: { value: 1 } });
  const { records, refusals, refusedRequests } = collected();
  expect(records.map(({ status }) => status)).toEqual([422, 422, 422, 401, 404, 422, 202]);
  expect(refusedRequests).toEqual([{ accountId: 3, refused: { validation_failed: 3, invalid_token: 1 } }]);
  expect(refusals.map(({ rejected }) => rejected)).toEqual([
    { dropped_unknown_sensor: 1 },
    { dropped_future_timestamp: 1 },
  ]);
});

test("answers a disabled device with an invalid token, and shows people that it is disabled", async () => {
  devices.put({ ...device, enabled: false });
  const answer = await post("sensors/temp/readings", { data: { value: 1 } });
  expect([answer.status, String(answer.body)]).toEqual([401, expect.stringContaining("invalid_token")]);
  const { records, refusedRequests } = collected();
  expect(records).toMatchObject([{ status: 401, error: "device_disabled" }]);
  expect(refusedRequests).toEqual([{ accountId: 3, refused: { device_disabled: 1 } }]);
});

test("shows why a whole request failed, and counts no readings", async () => {
  await post("sensors/temp/readings", { data: { value: 1 } }, { authorization: "Bearer wrong" });
  expect(lastRequest()).toMatchObject({ status: 401, error: "invalid_token", bodyBytes: null });
  await post("sensors/temp/readings", { data: [], battery_voltage: 101 });
  expect(lastRequest()).toMatchObject({ error: "validation_failed", status: 422 });

  // The queue accepts no more, so the device repeats the whole request and nothing of it may count yet.
  const data = Array.from({ length: 400 }, (_, nth) => ({ value: nth, timestamp: "2026-06-15T11:00:00Z" }));
  await post("sensors/temp/readings/bulk", { data });
  activity.collect();
  const answer = await post("readings", {
    data: [
      { sensor_slug: "temp", value: 7.5 },
      { sensor_slug: "nope", value: 1 },
    ],
  });
  expect(answer.status).toBe(503);
  expect(collected()).toMatchObject({
    records: [{ error: "unavailable", findings: [], accepted: 0 }],
    rejected: [],
    refusals: [],
  });
});

test("records nothing about strangers, and no requests if none are kept", async () => {
  Object.assign(activity, { keptPerDevice: 0 });
  await post("sensors/temp/readings", { data: { value: 1 } });
  expect(activity.collect()).toBeNull();
  await post("sensors/temp/readings", { data: { value: 1 } });
  expect(collected()).toMatchObject({ records: [], refusals: [{ duplicates: 1 }] });
});
