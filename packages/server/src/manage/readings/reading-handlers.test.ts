import { expect, test } from "bun:test";
import { readingRoutes } from "@weir/protocol/manage/reading-routes";
import type { ProcessorRequest } from "../../process/processor-request.ts";
import { getDevice } from "../core/find-device.ts";
import type { AskProcessor } from "../core/records/record-access.ts";
import { createDevice } from "../devices/devices.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { readingHandlers } from "./reading-handlers.ts";

const minuteUs = 60_000_000;
const startUs = Date.UTC(2026, 5, 1) * 1000;

/** Numbers that a double cannot hold, and keys that objects would reorder. */
const exactMetadata = '{"n":12345678901234567890,"m":[9007199254740993,-0,1e400,1.50],"10":"\\u00fc","9":1}';

async function open(ask?: AskProcessor) {
  const options = ask === undefined ? {} : { ask };
  const api = await ApiUnderTest.create(readingRoutes, readingHandlers, options);
  const account = await api.addAccount("Plant");
  const created = unwrap(await createDevice(api.control, newDevice(account.id)));
  const device = unwrap(await getDevice(api.control, created.uuid));
  const [temperature, humidity] = device.sensors;
  const save = (sensorId: number, ...readings: readonly (readonly [minute: number, value: number])[]) => {
    const { position } = api.store.progress();
    api.store.begin();
    for (const [minute, value] of readings) {
      const atUs = startUs + minute * minuteUs;
      api.store.save(
        sensorId,
        atUs,
        value,
        atUs + 1000,
        -1,
        0,
        value === 5 ? '{"note":"five"}' : value === 7 ? exactMetadata : "",
      );
    }
    api.store.commit(position, position, { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  };
  const viewer = api.as("viewer", account);
  return { api, account, device: device.uuid, temperature: temperature!, humidity: humidity!, save, viewer };
}

/** A short form of what many answers have in common. */
function minutesAndValues(items: { at: string; value: number }[]): [number, number][] {
  return items.map(({ at, value }) => [(Date.parse(at) * 1000 - startUs) / minuteUs, value]);
}

test("lists readings of a sensor in either order, within a range, page by page", async () => {
  const { api, device, temperature, save, viewer } = await open();
  await using _ = api;
  save(temperature.id, [0, 1], [1, 5], [2, 3], [2, 2], [3, 9]);
  const params = { device, sensor: "temperature" };
  const all = (await viewer.call("listSensorReadings", { params })).json;
  expect(all.items[1]).toEqual({
    at: "2026-06-01T00:01:00.000000Z",
    value: 5,
    metadata: { note: "five" },
    received_at: "2026-06-01T00:01:00.001000Z",
    device_at: null,
  });
  expect(minutesAndValues(all.items)).toEqual([
    [0, 1],
    [1, 5],
    [2, 2],
    [2, 3],
    [3, 9],
  ]);
  expect(all.next).toBeNull();
  const range = { from: "2026-06-01T00:01Z", to: String(startUs + 3 * minuteUs), order: "desc", limit: "2" };
  const first = (await viewer.call("listSensorReadings", { params, query: range })).json;
  expect(minutesAndValues(first.items)).toEqual([
    [2, 3],
    [2, 2],
  ]);
  // Late readings before and after the cursor move nothing.
  save(temperature.id, [2, 2.5], [1, 4]);
  const query = { ...range, cursor: first.next };
  const second = (await viewer.call("listSensorReadings", { params, query })).json;
  expect(minutesAndValues(second.items)).toEqual([
    [1, 5],
    [1, 4],
  ]);
  expect(second.next).toBeNull();
});

test("lists readings of several sensors by time, and loses none of one moment between pages", async () => {
  const { api, temperature, humidity, save, viewer } = await open();
  await using _ = api;
  for (const sensor of [temperature, humidity]) {
    save(sensor.id, ...Array.from({ length: 20 }, (_, nth) => [nth >> 2, nth % 4] as const));
  }
  const sensors = `${humidity.uuid},${temperature.uuid}`;
  for (const order of ["asc", "desc"]) {
    const seen: string[] = [];
    const query: Record<string, string> = { sensors, order, limit: "3" };
    for (;;) {
      const { items, next } = (await viewer.call("listReadings", { query })).json;
      for (const { sensor, at, value } of items) seen.push(`${at} ${sensor} ${value}`);
      if (next === null) break;
      query.cursor = next;
    }
    expect(new Set(seen).size).toBe(40);
    expect(seen).toHaveLength(40);
    const times = seen.map((text) => text.slice(0, 27));
    expect(times).toEqual(order === "asc" ? times.toSorted() : times.toSorted().reverse());
  }
});

test("aggregates readings in buckets, and leaves gaps empty", async () => {
  const { api, temperature, humidity, save, viewer } = await open();
  await using _ = api;
  save(temperature.id, [0, 1], [1, 3], [4, 8], [11, 7]);
  const sensors = `${temperature.uuid},${humidity.uuid}`;
  const query = { sensors, bucket: "PT5M", from: "2026-06-01", to: "2026-06-02" };
  const { json } = await viewer.call("listBuckets", { query });
  expect(json.width).toEqual({ seconds: 300, calendar: null, step: 1 });
  expect(json.sensors).toEqual([
    {
      sensor: temperature.uuid,
      buckets: [
        { at: "2026-06-01T00:00:00.000000Z", count: 3, avg: 4, min: 1, max: 8, sum: 12, first: 1, last: 8 },
        { at: "2026-06-01T00:10:00.000000Z", count: 1, avg: 7, min: 7, max: 7, sum: 7, first: 7, last: 7 },
      ],
    },
    { sensor: humidity.uuid, buckets: [] },
  ]);
});

test("derives the range and width of buckets from the readings, and days from the time zone", async () => {
  const { api, temperature, humidity, save, viewer } = await open();
  await using _ = api;
  const nothing = await viewer.call("listBuckets", { query: { sensors: humidity.uuid } });
  expect(nothing.json).toMatchObject({ from: null, width: null, sensors: [{ buckets: [] }] });
  save(temperature.id, [0, 1], [60, 2], [1439, 3]);
  const about = { sensors: temperature.uuid, points: "24" };
  const hours = (await viewer.call("listBuckets", { query: about })).json;
  expect(hours.width).toEqual({ seconds: 3600, calendar: null, step: 1 });
  expect(hours.sensors[0].buckets.map((one: { count: number }) => one.count)).toEqual([1, 1, 1]);
  const days = { sensors: temperature.uuid, bucket: "day", time_zone: "America/New_York" };
  const inNewYork = (await viewer.call("listBuckets", { query: days })).json;
  expect(inNewYork.sensors[0].buckets).toMatchObject([
    { at: "2026-05-31T04:00:00.000000Z", count: 2 },
    { at: "2026-06-01T04:00:00.000000Z", count: 1 },
  ]);
});

test("averages equal values to that value", async () => {
  const { api, temperature, save, viewer } = await open();
  await using _ = api;
  save(temperature.id, ...Array.from({ length: 1000 }, (_, nth) => [nth / 1000, 0.1] as const));
  const { json } = await viewer.call("listBuckets", { query: { sensors: temperature.uuid, bucket: "day" } });
  expect(json.sensors[0].buckets).toMatchObject([{ count: 1000, avg: 0.1, min: 0.1, max: 0.1 }]);
});

test("returns metadata exactly, in listings and as the latest", async () => {
  const { api, device, temperature, save, viewer } = await open();
  await using _ = api;
  save(temperature.id, [0, 7]);
  const params = { device, sensor: "temperature" };
  const expected = `"metadata":${exactMetadata}`;
  expect((await viewer.call("listSensorReadings", { params })).text).toContain(expected);
  expect((await viewer.call("showLatestReading", { params })).text).toContain(expected);
  const body = { sensors: [temperature.uuid] };
  expect((await viewer.call("listLatest", { body })).text).toContain(expected);
});

test("returns the latest readings of a sensor, a device and many; null if there is no data", async () => {
  const { api, device, temperature, humidity, save, viewer } = await open();
  await using _ = api;
  save(temperature.id, [5, 1], [2, 9]);
  const latest = { sensor: temperature.uuid, reading: { value: 1 } };
  const empty = { sensor: humidity.uuid, reading: null };
  const params = { device, sensor: temperature.uuid };
  expect((await viewer.call("showLatestReading", { params })).json).toMatchObject(latest);
  const ofDevice = await viewer.call("listDeviceLatest", { params: { device } });
  expect(ofDevice.json.items).toMatchObject([latest, empty]);
  const unknown = crypto.randomUUID();
  const body = { sensors: [humidity.uuid, unknown, temperature.uuid, humidity.uuid] };
  expect((await viewer.call("listLatest", { body })).json.items).toMatchObject([empty, latest]);
});

test("deletes portion by portion until it is complete, and audits it", async () => {
  const asked: ProcessorRequest[] = [];
  const ask = (async (request: ProcessorRequest) => {
    asked.push(request);
    return asked.length < 3 ? { deleted: 5000, complete: false } : { deleted: 7, complete: true };
  }) as AskProcessor;
  const { api, account, device, temperature } = await open(ask);
  await using _ = api;
  const params = { device, sensor: "temperature" };
  const query = { from: "2026-06-01", to: "2026-06-02" };
  const editor = api.as("editor", account);
  const answer = await editor.call("deleteReadings", { params, query });
  expect(answer.json).toEqual({ deleted: 10_007, complete: true });
  const toUs = startUs + 1440 * minuteUs;
  const request = { kind: "delete readings", sensorId: temperature.id, fromUs: startUs, toUs } as const;
  expect(asked).toEqual([request, request, request]);
  const entries = await api.auditOf(account);
  expect(entries).toMatchObject([{ action: "readings.delete", subject: temperature.uuid }]);
  expect((await api.as("viewer", account).call("deleteReadings", { params, query })).status).toBe(403);
});

test("deletes the readings of chosen times and no others, with one audit entry", async () => {
  const asked: ProcessorRequest[] = [];
  const ask = (async (request: ProcessorRequest) => {
    asked.push(request);
    return { deleted: 1, complete: true };
  }) as AskProcessor;
  const { api, account, device, temperature } = await open(ask);
  await using _ = api;
  const params = { device, sensor: "temperature" };
  const times = ["2026-06-01T00:01:00.000001Z", "2026-06-01", "2026-06-01T00:00:00Z"];
  const editor = api.as("editor", account);
  const answer = await editor.call("deleteReadingsAt", { params, body: { times } });
  expect(answer.json).toEqual({ deleted: 2, complete: true });
  const at = (fromUs: number) => ({
    kind: "delete readings",
    sensorId: temperature.id,
    fromUs,
    toUs: fromUs + 1,
  });
  expect(asked).toEqual([at(startUs), at(startUs + minuteUs + 1)] as ProcessorRequest[]);
  expect(await api.auditOf(account)).toMatchObject([
    { action: "readings.delete", after: { times: 2, deleted: 2 } },
  ]);
  const wrong = await editor.call("deleteReadingsAt", { params, body: { times: ["2026-06-01", "soon"] } });
  expect([wrong.status, wrong.json.errors[0].field]).toEqual([422, "times.1"]);
  const viewer = api.as("viewer", account);
  expect((await viewer.call("deleteReadingsAt", { params, body: { times } })).status).toBe(403);
});

test("reports that more is left if a deletion takes too long", async () => {
  const endless = (async () => {
    scene.api.clock.advanceMs(4000);
    return { deleted: 5000, complete: false };
  }) as unknown as AskProcessor;
  const scene = await open(endless);
  await using _ = scene.api;
  const params = { device: scene.device, sensor: "temperature" };
  const query = { from: "2026-06-01", to: "2026-06-02" };
  const answer = await scene.api.as("owner", scene.account).call("deleteReadings", { params, query });
  expect(answer.json).toEqual({ deleted: 15_000, complete: false });
});

test("asks the caller to retry a deletion while the processor restarts", async () => {
  const ask = (() =>
    Promise.reject(
      Object.assign(new Error("restarting"), { code: "processor_unavailable" }),
    )) as unknown as AskProcessor;
  const { api, account, device } = await open(ask);
  await using _ = api;
  const params = { device, sensor: "temperature" };
  const query = { from: "2026-06-01", to: "2026-06-02" };
  const answer = await api.as("editor", account).call("deleteReadings", { params, query });
  expect(answer.status).toBe(503);
});

test("names the invalid fields of a query", async () => {
  const { api, account, device, temperature, viewer } = await open();
  await using _ = api;
  const sensors = temperature.uuid;
  const bad: [name: "listReadings" | "listBuckets", query: Record<string, string>, field: string][] = [
    ["listReadings", { sensors, from: "yesterday" }, "query.from"],
    ["listReadings", { sensors, to: "2026-02-30" }, "query.to"],
    ["listReadings", { sensors, cursor: "nonsense" }, "query.cursor"],
    ["listReadings", { sensors, limit: "0" }, "query.limit"],
    ["listReadings", { sensors: "temperature" }, "query.sensors"],
    ["listReadings", { sensors: Array(51).fill(sensors).join(",") }, "query.sensors"],
    ["listBuckets", { sensors, bucket: "P1M" }, "query.bucket"],
    ["listBuckets", { sensors, bucket: "PT5M", points: "9" }, "query.points"],
    ["listBuckets", { sensors, time_zone: "Atlantis" }, "query.time_zone"],
    ["listBuckets", { sensors, bucket: "1", from: "2026-01-01", to: "2027-01-01" }, "query.bucket"],
  ];
  for (const [name, query, field] of bad) {
    const { status, json } = await viewer.call(name, { query });
    expect([status, json.errors[0].field]).toEqual([422, field]);
  }
  const query = { from: "2026-06-02", to: "2026-06-01" };
  const params = { device, sensor: "temperature" };
  const backwards = await api.as("editor", account).call("deleteReadings", { params, query });
  expect(backwards.json.errors[0].field).toBe("query.to");
});

test("does not find sensors of another account", async () => {
  const { api, temperature, device, save } = await open();
  await using _ = api;
  save(temperature.id, [0, 1]);
  const stranger = api.as("owner", await api.addAccount("Other"));
  const query = { sensors: temperature.uuid };
  expect((await stranger.call("listReadings", { query })).status).toBe(422);
  expect((await stranger.call("listBuckets", { query })).status).toBe(422);
  const body = { sensors: [temperature.uuid] };
  expect((await stranger.call("listLatest", { body })).json.items).toEqual([]);
  const params = { device, sensor: temperature.uuid };
  expect((await stranger.call("listSensorReadings", { params })).status).toBe(404);
  expect((await stranger.call("listDeviceLatest", { params: { device } })).status).toBe(404);
  const range = { from: "2026-06-01", to: "2026-06-02" };
  expect((await stranger.call("deleteReadings", { params, query: range })).status).toBe(404);
  const times = { times: ["2026-06-01"] };
  expect((await stranger.call("deleteReadingsAt", { params, body: times })).status).toBe(404);
});
