import { expect, test } from "bun:test";
import type { RejectedReading } from "../activity/activity-record.ts";
import { activityQueries } from "../store/activity/queries.ts";
import { SqliteActivityStore } from "../store/activity/store-sqlite.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { answerRequest } from "./answer-request.ts";
import { Processor } from "./processor.ts";
import { TestProcessing } from "./test-processing.ts";

test("deletes readings of a range a portion at a time, until it is complete", async () => {
  using scene = new TestProcessing();
  const { position } = scene.appendMany(5);
  const host = scene.parts();
  const processor = new Processor(host);
  while ((await processor.settleNext()) > 0);
  expect(processor.position.sequence).toBe(position);
  const parts = scene.requestParts(processor, host);
  const request = { kind: "delete readings", sensorId: 1, fromUs: 100, toUs: 12_000 } as const;
  expect(await answerRequest(request, parts)).toEqual({ deleted: 5000, complete: false });
  expect(await answerRequest(request, parts)).toEqual({ deleted: 5000, complete: false });
  expect(await answerRequest(request, parts)).toEqual({ deleted: 1900, complete: true });
  expect(await answerRequest(request, parts)).toEqual({ deleted: 0, complete: true });
  expect(scene.times()).toEqual(Array.from({ length: 600 }, (_, nth) => (nth < 100 ? nth : nth + 11_900)));
});

test("tells around which times nothing is stored for a limited number of sensors", async () => {
  using scene = new TestProcessing();
  const host = scene.parts();
  const parts = scene.requestParts(new Processor(host), host);
  const sensorIds = Array.from({ length: 40 }, (_, nth) => nth + 1);
  const zeros = sensorIds.map(() => 0);
  const readings = { sensorIds, values: zeros, seconds: zeros, micros: zeros, atUs: zeros, spreadUs: 0 };
  const found = await answerRequest({ kind: "find readings", readings }, parts);
  expect(found.receivedMs).toEqual(zeros);
  expect(found.newestUs.map(([sensorId]) => sensorId)).toEqual(sensorIds);
  expect(found.free.map(({ sensorId }) => sensorId)).toEqual(sensorIds.slice(0, 16));
  const corrected = { ...readings, spreadUs: 3_000_000 };
  expect((await answerRequest({ kind: "find readings", readings: corrected }, parts)).free).toEqual([]);
});

test("releases quarantined readings of their own account only", async () => {
  using scene = new TestProcessing();
  const host = scene.parts();
  const parts = scene.requestParts(new Processor(host), host);
  const reading: RejectedReading = {
    accountId: 1,
    deviceId: 9,
    requestId: "a-1",
    position: 0,
    reason: "dropped_unknown_sensor",
    arrivalMs: 1000,
    correctionUs: 0,
    urlSensor: null,
    entry: "{}",
  };
  const activity = new SqliteActivityStore(scene.store.database);
  activity.quarantine([reading, { ...reading, accountId: 2 }]);
  const queries = activityQueries(new SqliteStoreReader(scene.dataDir));
  const left = async (accountId: number): Promise<number> =>
    (await queries.quarantined({ accountId, limit: 9 })).length;
  const request = { kind: "release quarantined", accountId: 1, ids: [1, 2, 3] } as const;
  expect(await answerRequest(request, parts)).toEqual({ released: 1 });
  expect(await answerRequest(request, parts)).toEqual({ released: 0 });
  expect([await left(1), await left(2)]).toEqual([0, 1]);
  await queries.close();
});

test("raises the alarms of silent devices although the store refuses one of them", async () => {
  using scene = new TestProcessing();
  scene.refuse("alarms", "NEW.device_id = 2");
  const host = scene.parts();
  const parts = scene.requestParts(new Processor(host), host);
  const raise = [1, 2, 3].map((deviceId) => ({
    accountId: 1,
    deviceId,
    deviceUuid: String(deviceId),
    lastConnectedMs: 5,
    ...({ name: "Device silent", severity: "warning", message: "No request" } as const),
  }));
  const request = { kind: "change silence alarms", raise, clear: [], atMs: 9 } as const;
  expect(await answerRequest(request, parts)).toEqual({ raised: [1, 3], cleared: [] });
});

test("raises no alarm of a device that was deleted since it fell silent", async () => {
  using scene = new TestProcessing();
  scene.deletedDevices.add(2);
  const host = scene.parts();
  const parts = scene.requestParts(new Processor(host), host);
  const raise = [1, 2].map((deviceId) => ({
    accountId: 1,
    deviceId,
    deviceUuid: String(deviceId),
    lastConnectedMs: 5,
    ...({ name: "Device silent", severity: "warning", message: "No request" } as const),
  }));
  const request = { kind: "change silence alarms", raise, clear: [], atMs: 9 } as const;
  expect(await answerRequest(request, parts)).toEqual({ raised: [1], cleared: [] });
});
