import { expect, test } from "bun:test";
import type { ActivityRecord, Noticed } from "./activity-record.ts";
import { ActivityRecorder } from "./activity-recorder.ts";

function record(deviceId: number, nth: number): ActivityRecord {
  return {
    accountId: 1,
    deviceId,
    requestId: `boot-${nth}`,
    arrivalMs: nth,
    durationMs: 1,
    source: "127.0.0.1",
    endpoint: "single",
    bodyBytes: 10,
    status: 202,
    error: null,
    accepted: 1,
    duplicates: 0,
    rejected: null,
    clockOffsetMs: null,
    position: nth,
    findings: [],
    problems: null,
  };
}

test("what was noted is collected once, in the order it came", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200 });
  for (let nth = 0; nth < 5; nth++) recorder.request(record(nth % 2, nth));
  expect(recorder.collect()?.records.map(({ arrivalMs }) => arrivalMs)).toEqual([0, 1, 2, 3, 4]);
  expect(recorder.collect()).toBeNull();
});

test("a busy device keeps its newest requests and does not push out a quiet one", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 3 });
  recorder.request(record(2, 0));
  for (let nth = 1; nth <= 150_000; nth++) recorder.request(record(1, nth));
  const { records } = recorder.collect()!;
  expect(records.map(({ arrivalMs }) => arrivalMs)).toEqual([0, 149_998, 149_999, 150_000]);
});

test("many devices are told when there is no more room, and nothing is lost", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200 });
  const collected: Noticed[] = [];
  recorder.onFull = () => collected.push(recorder.collect()!);
  for (let nth = 0; nth < 80_000; nth++) recorder.request(record(nth, nth));
  collected.push(recorder.collect()!);
  expect(collected.flatMap(({ records }) => records).map(({ deviceId }) => deviceId)).toEqual(
    Array.from({ length: 80_000 }, (_, nth) => nth),
  );
});

test("while nobody collects, memory is bounded and the newest stay", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200 });
  for (let nth = 0; nth < 200_000; nth++) recorder.request(record(nth, nth));
  const { records } = recorder.collect()!;
  expect(records.length).toBeLessThanOrEqual(32_768);
  expect(records.at(-1)!.deviceId).toBe(199_999);
});

test("refusals are counted by sensor, and by device where the sensor is not known", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 0 });
  const device = { id: 7, accountId: 1 };
  recorder.refused(device, 3, "dropped_duplicate", 2);
  recorder.refused(device, 3, "dropped_duplicate", 1);
  recorder.refused(device, 3, "dropped_future_timestamp", 4);
  recorder.refused(device, 0, "dropped_unknown_sensor", 5);
  recorder.refused({ id: 8, accountId: 2 }, 0, "dropped_unknown_sensor", 1);
  expect(recorder.collect()?.refusals).toEqual([
    { accountId: 1, deviceId: 7, sensorId: 3, duplicates: 3, rejected: { dropped_future_timestamp: 4 } },
    { accountId: 1, deviceId: 7, sensorId: 0, duplicates: 0, rejected: { dropped_unknown_sensor: 5 } },
    { accountId: 2, deviceId: 8, sensorId: 0, duplicates: 0, rejected: { dropped_unknown_sensor: 1 } },
  ]);
});
