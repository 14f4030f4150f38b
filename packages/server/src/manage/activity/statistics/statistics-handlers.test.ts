import { expect, test } from "bun:test";
import { statisticsRoutes } from "@weir/protocol/manage/statistics-routes";
import type { CountedReadings } from "../../../store/statistics/counted-readings.ts";
import { requestOf, TestRequests } from "../../../web/testing/test-requests.ts";
import { getDevice } from "../../core/find-device.ts";
import { createDevice } from "../../devices/devices.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { statisticsHandlers } from "./statistics-handlers.ts";

const nowMs = Date.parse("2026-06-01T12:00:00.000Z");
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

async function scene() {
  const api = await ApiUnderTest.create(statisticsRoutes, statisticsHandlers);
  const account = await api.addAccount("Plant");
  const created = unwrap(await createDevice(api.control, newDevice(account.id)));
  const device = unwrap(await getDevice(api.control, created.uuid));
  const [temperature, humidity] = device.sensors;
  const whose = { accountId: account.id, deviceId: device.id };
  const counted = (sensorId: number, overrides: Partial<CountedReadings> = {}): CountedReadings => ({
    ...whose,
    sensorId,
    accepted: 0,
    saved: 0,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
    duplicates: 0,
    rejected: {},
    ...overrides,
  });
  const seen = new TestRequests(api.store);
  seen.counted(
    nowMs - 20 * minuteMs,
    counted(temperature!.id, { accepted: 30, saved: 15, alreadyStored: 5, ended: 8, dead: 2 }),
    counted(humidity!.id, { accepted: 5, saved: 5, duplicates: 3, rejected: { dropped_missing_value: 1 } }),
    counted(0, { rejected: { dropped_unknown_sensor: 4 } }),
  );
  seen.counted(nowMs - 1, counted(temperature!.id, { accepted: 10, saved: 10 }));
  return { api, account, device, whose, counted, seen, viewer: api.as("viewer", account) };
}

test("returns totals and a rate for an account, and a series on demand", async () => {
  const { api, whose, seen, viewer } = await scene();
  await using _ = api;
  seen.requests(
    requestOf(whose, { requestId: "000000000abc-1", arrivalMs: nowMs - 2000 }),
    requestOf(whose, { requestId: "000000000abc-2", arrivalMs: nowMs - 1000, status: 401 }),
  );
  const query = { from: "2026-06-01T11:30:30Z", points: "30" };
  const { json } = await viewer.call("showStatistics", { query });
  expect(json).toMatchObject({
    from: "2026-06-01T11:30:00.000000Z",
    to: "2026-06-01T12:00:00.000000Z",
    totals: {
      accepted: 45,
      duplicates: 3,
      saved: 30,
      already_stored: 5,
      ended: 8,
      dead: 2,
      gap: 10,
      rejected: { dropped_missing_value: 1, dropped_unknown_sensor: 4 },
    },
    last_seen: "2026-06-01T11:59:58.000000Z",
    series: { from: "2026-06-01T11:30:00.000000Z", to: "2026-06-01T12:00:00.000000Z", bucket_s: 60 },
  });
  // Five minutes ago nothing had arrived, and ten readings have since.
  expect(json.readings_per_minute).toBeCloseTo(2, 3);
  const { accepted, rejected, saved, already_stored: alreadyStored } = json.series;
  expect([accepted.length, accepted[10], accepted[29], rejected[10]]).toEqual([30, 35, 10, 5]);
  expect([saved[10], alreadyStored[10], alreadyStored[29]]).toEqual([20, 5, 0]);
});

test("counts for a device its sensors, and readings that named none", async () => {
  const { api, device, seen, viewer } = await scene();
  await using _ = api;
  seen.activity.clockOffset(device.id, -7000, nowMs - 2000);
  api.store.connected([[device.id, nowMs - 1000]]);
  const params = { device: device.uuid };
  const { json } = await viewer.call("showDeviceStatistics", { params });
  expect(json).toMatchObject({
    from: "2026-05-31T13:00:00.000000Z",
    to: "2026-06-01T12:00:00.000000Z",
    series: null,
    totals: { accepted: 45, duplicates: 3, gap: 10, rejected: { dropped_unknown_sensor: 4 } },
    last_seen: "2026-06-01T11:59:59.000000Z",
    clock_offset_ms: -7000,
  });
  const curve = await viewer.call("showDeviceStatistics", { params, query: { points: "24" } });
  expect(curve.json.series).toMatchObject({ bucket_s: 3600, to: "2026-06-01T12:00:00.000000Z" });
  expect(curve.json.series.accepted.at(-1)).toBe(45);
});

test("counts a sensor separately, in slots of five minutes while they are recent", async () => {
  const { api, device, viewer } = await scene();
  await using _ = api;
  const params = { device: device.uuid, sensor: "temperature" };
  const query = { from: "2026-06-01T11:31:00Z", to: "2026-06-01T11:59:00Z", points: "1000" };
  const { json } = await viewer.call("showSensorStatistics", { params, query });
  expect(json).toMatchObject({
    from: "2026-06-01T11:30:00.000000Z",
    to: "2026-06-01T12:00:00.000000Z",
    last_seen: null,
    totals: { accepted: 40, saved: 25, rejected: {} },
    series: { bucket_s: 300, accepted: [0, 0, 30, 0, 0, 10], ended: [0, 0, 8, 0, 0, 0] },
  });
});

test("returns a rate and a curve of each existing device in a list", async () => {
  const { api, account, device, viewer } = await scene();
  await using _ = api;
  const idle = unwrap(await createDevice(api.control, newDevice(account.id, { name: "Idle" })));
  const foreign = await api.addAccount("Office");
  const other = unwrap(await createDevice(api.control, newDevice(foreign.id)));
  const devices = [idle.uuid, device.uuid, other.uuid, "nobody", idle.uuid].join(",");
  const { json } = await viewer.call("listDeviceStatistics", { query: { devices } });
  expect(json).toMatchObject({ from: "2026-05-31T13:00:00.000000Z", bucket_s: 3600 });
  expect(json.items.map((item: { device: string }) => item.device)).toEqual([idle.uuid, device.uuid]);
  const idleDay = { accepted_total: 0, accepted: Array(24).fill(0) };
  expect(json.items[0]).toMatchObject({ readings_per_minute: 0, ...idleDay });
  expect(json.items[1]).toMatchObject({ accepted_total: 45 });
  expect(json.items[1].accepted.slice(22)).toEqual([45, 0]);
  const tooMany = Array.from({ length: 201 }, () => "x").join(",");
  expect((await viewer.call("listDeviceStatistics", { query: { devices: tooMany } })).status).toBe(422);
});

test("returns the same last 24 hours for the account, its device and a list of devices, however uneven", async () => {
  const { api, device, counted, seen, viewer } = await scene();
  await using _ = api;
  const sensorId = device.sensors[0]!.id;
  // The hours around the start of the day, with more and more readings every five minutes.
  for (let minute = 0; minute < 180; minute += 5) {
    const atMs = nowMs - 25 * hourMs + minute * minuteMs;
    seen.counted(atMs, counted(sensorId, { accepted: minute, saved: minute }));
  }
  const since13 = 12 * ((120 + 175) / 2);
  api.clock.advanceMs(37 * minuteMs);
  for (const isTidied of [false, true]) {
    if (isTidied) seen.tidied(api.clock.nowMs());
    const day = await viewer.call("showStatistics", { query: { points: "144" } });
    const ofDevice = await viewer.call("showDeviceStatistics", { params: { device: device.uuid } });
    const listed = await viewer.call("listDeviceStatistics", { query: { devices: device.uuid } });
    expect(day.json).toMatchObject({ from: "2026-05-31T13:00:00.000000Z", series: { bucket_s: 600 } });
    expect(ofDevice.json.from).toBe(day.json.from);
    expect(day.json.totals.accepted).toBe(since13 + 45);
    expect(ofDevice.json.totals).toEqual(day.json.totals);
    const [item] = listed.json.items;
    expect(item.accepted_total).toBe(since13 + 45);
    expect(item.accepted.reduce((sum: number, count: number) => sum + count, 0)).toBe(since13 + 45);
  }
});

test("counts refused requests separately from rejected readings", async () => {
  const { api, account, seen, viewer } = await scene();
  await using _ = api;
  seen.refused(nowMs - minuteMs, { accountId: account.id, refused: { validation_failed: 20 } });
  seen.refused(nowMs - 25 * hourMs, { accountId: account.id, refused: { invalid_token: 7 } });
  const { json } = await viewer.call("showStatistics");
  expect(json.refused_requests).toEqual({ validation_failed: 20 });
  expect(json.totals.rejected).toEqual({ dropped_missing_value: 1, dropped_unknown_sensor: 4 });
  const stranger = api.as("owner", await api.addAccount("Office"));
  expect((await stranger.call("showStatistics")).json.refused_requests).toEqual({});
});

test("names the field of a reversed range or an invalid time", async () => {
  const { api, device, viewer } = await scene();
  await using _ = api;
  const fieldOf = async (query: Record<string, string>) =>
    (await viewer.call("showStatistics", { query })).json.errors[0].field;
  expect(await fieldOf({ from: "2026-06-02", to: "2026-06-01" })).toBe("query.to");
  expect(await fieldOf({ from: "yesterday" })).toBe("query.from");
  expect(await fieldOf({ to: "1970-01-01" })).toBe("query.to");
  expect(await fieldOf({ points: "1001" })).toBe("query.points");
  const ever = { from: "0", to: "9999-12-31", points: "1000" };
  const { json } = await viewer.call("showStatistics", { query: ever });
  expect([json.totals.accepted, json.series.accepted.length <= 1002]).toEqual([45, true]);
  const stranger = api.as("owner", await api.addAccount("Office"));
  const params = { device: device.uuid, sensor: "temperature" };
  expect((await stranger.call("showDeviceStatistics", { params })).status).toBe(404);
  expect((await stranger.call("showSensorStatistics", { params })).status).toBe(404);
  expect((await stranger.call("showStatistics")).json.totals.accepted).toBe(0);
});
