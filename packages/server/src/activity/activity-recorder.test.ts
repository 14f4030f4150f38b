import { expect, test } from "bun:test";
import type { ActivityRecord, CollectedActivity, ReadingFinding } from "./activity-record.ts";
import { ActivityRecorder, unpackActivity } from "./activity-recorder.ts";
import type { AnsweredRequest } from "./packed-requests.ts";
import { unpackRequests } from "./request-records.ts";

const boot = 0xabc;

function collect(recorder: ActivityRecorder): CollectedActivity {
  const collected = structuredClone(recorder.collect()!);
  return { ...unpackActivity(collected), records: unpackRequests(collected.requests) };
}

function record(deviceId: number, nth: number): AnsweredRequest {
  return {
    accountId: 1,
    deviceId,
    requestNumber: nth,
    arrivalMs: nth,
    durationMs: 1,
    source: "127.0.0.1",
    endpoint: "single",
    sensorId: nth % 2 === 0 ? null : 9,
    bodyBytes: 10,
    status: 202,
    error: null,
    accepted: 1,
    duplicates: 0,
    clockOffsetMs: null,
    position: { partition: deviceId, sequence: 1 + nth },
    trouble: null,
  };
}

test("collects activity once, in order of arrival", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot });
  for (let nth = 0; nth < 5; nth++) recorder.request(record(nth % 2, nth));
  expect(collect(recorder).records.map(({ arrivalMs }) => arrivalMs)).toEqual([0, 1, 2, 3, 4]);
  expect(recorder.collect()).toBeNull();
});

test("keeps the newest requests of a busy device without pushing out a quiet one", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 3, boot });
  recorder.request(record(2, 0));
  for (let nth = 1; nth <= 150_000; nth++) recorder.request(record(1, nth));
  const { records } = collect(recorder);
  expect(records.map(({ arrivalMs }) => arrivalMs)).toEqual([0, 149_998, 149_999, 150_000]);
});

test("gives each device a fair share of the room if many send more than there is room for", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot });
  recorder.request(record(0, 0));
  for (let nth = 1; nth <= 200_000; nth++) recorder.request(record(1 + (nth % 1000), nth));
  const { records } = collect(recorder);
  const counts = new Map<number, number>();
  for (const { deviceId } of records) counts.set(deviceId, (counts.get(deviceId) ?? 0) + 1);
  expect(counts.get(0)).toBe(1);
  expect(counts.size).toBe(1001);
  for (let deviceId = 1; deviceId <= 1000; deviceId++) expect(counts.get(deviceId)!).toBeWithin(8, 17);
  expect(records.at(-1)!.arrivalMs).toBe(200_000);
});

test("keeps a sample over the whole time if there are more devices than there is room for", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot });
  const total = 200_000;
  for (let nth = 0; nth < total; nth++) recorder.request(record(nth, nth));
  const { records } = collect(recorder);
  expect(records.length).toBeWithin(4096, 16_385);
  const tenths = new Array(10).fill(0);
  for (const { arrivalMs } of records) tenths[Math.floor((arrivalMs * 10) / total)]++;
  for (const inTenth of tenths) expect(inTenth).toBeWithin(records.length * 0.09, records.length * 0.11);
  for (let nth = 0; nth < 100; nth++) recorder.request(record(nth, nth));
  expect(collect(recorder).records).toHaveLength(100);
});

test("leaves no request with trouble out of the sample, and bounds memory even if all have trouble", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot });
  const withTrouble = (nth: number): AnsweredRequest =>
    nth % 2 === 0
      ? { ...record(nth, nth), status: 429, error: "tooManyRequests" }
      : {
          ...record(nth, nth),
          trouble: { rejected: { dropped_unknown_sensor: 1 }, findings: [], problems: null },
        };
  const isOdd = (nth: number) => nth % 1001 === 0;
  for (let nth = 0; nth < 200_000; nth++) recorder.request(isOdd(nth) ? withTrouble(nth) : record(nth, nth));
  const odd = collect(recorder).records.filter(({ error, rejected }) => error !== null || rejected !== null);
  expect(odd.map(({ arrivalMs }) => arrivalMs)).toEqual(Array.from({ length: 200 }, (_, nth) => nth * 1001));
  for (let nth = 0; nth < 100_000; nth++) recorder.request(withTrouble(nth));
  const { records } = collect(recorder);
  expect(records.length).toBeWithin(8192, 16_385);
  expect(records.at(-1)!.arrivalMs).toBe(99_999);
});

test("counts refusals by sensor, or by device if the sensor is unknown", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 0, boot });
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

test("counts all refused requests for their account, even if no request is kept", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 0, boot });
  for (let nth = 0; nth < 1000; nth++) recorder.refusedRequest(1, "validation_failed");
  recorder.refusedRequest(1, "invalid_token");
  recorder.refusedRequest(2, "invalid_token");
  expect(collect(recorder).refusedRequests).toEqual([
    { accountId: 1, refused: { validation_failed: 1000, invalid_token: 1 } },
    { accountId: 2, refused: { invalid_token: 1 } },
  ]);
  expect(recorder.collect()).toBeNull();
});

test("returns a request as it was recorded, with and without trouble", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 1, boot });
  const finding: ReadingFinding = {
    position: 0,
    reason: "dropped_unknown_sensor",
    sensorId: null,
    identifier: "Temp",
    value: 1,
    sent: [5, 6],
    matchedMs: null,
    untilMs: null,
  };
  const rejected = { dropped_unknown_sensor: 1 };
  recorder.request({ ...record(1, 1), trouble: { rejected: null, findings: [finding], problems: null } });
  recorder.request({
    ...record(2, 2),
    source: "::1",
    endpoint: "batch",
    bodyBytes: null,
    status: 422,
    error: "noReadingsAccepted",
    accepted: 0,
    duplicates: 3,
    clockOffsetMs: -7,
    position: null,
    trouble: { rejected, findings: [finding], problems: { data: ["no"] } },
  });
  recorder.request(record(1, 3));
  expect(collect(recorder).records).toEqual([
    {
      accountId: 1,
      deviceId: 2,
      requestId: "000000000abc-2",
      arrivalMs: 2,
      durationMs: 1,
      source: "::1",
      endpoint: "batch",
      sensorId: null,
      bodyBytes: null,
      status: 422,
      accepted: 0,
      error: "no_readings_accepted",
      duplicates: 3,
      rejected,
      clockOffsetMs: -7,
      position: null,
      findings: [finding],
      problems: { data: ["no"] },
    },
    {
      accountId: 1,
      deviceId: 1,
      requestId: "000000000abc-3",
      arrivalMs: 3,
      durationMs: 1,
      source: "127.0.0.1",
      endpoint: "single",
      sensorId: 9,
      bodyBytes: 10,
      status: 202,
      error: null,
      accepted: 1,

      duplicates: 0,
      rejected: null,
      clockOffsetMs: null,
      position: { partition: 1, sequence: 4 },
      findings: [],
      problems: null,
    },
  ]);
});

test("keeps the partition of each request's position, however many requests are dropped", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 1, boot });
  for (const [nth, deviceId] of [1, 2, 3, 2, 3].entries()) recorder.request(record(deviceId, nth));
  const places = (of: readonly ActivityRecord[]) =>
    of.map(({ position }) => [position!.partition, position!.sequence]);
  const newest = [
    [3, 3],
    [2, 4],
    [3, 5],
  ];
  expect(places(recorder.show([1], 3))).toEqual(newest);
  expect(places(collect(recorder).records)).toEqual([[1, 1], ...newest.slice(1)]);
});

test("puts requests of a version with one partition into that partition", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 2, boot });
  recorder.request(record(1, 1));
  recorder.request({ ...record(1, 2), position: null });
  const { requests, ...others } = recorder.collect()!;
  const { partitions, ...earlier } = requests;
  expect(partitions).toEqual(Uint16Array.of(1, 0));
  const { records } = unpackActivity({ ...others, requests: earlier });
  expect(records.map(({ position }) => position)).toEqual([{ partition: 0, sequence: 2 }, null]);
});

test("shows each request once, and only the newest of each watched account", () => {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot });
  const shown = () => recorder.show([1, 2], 2).map(({ arrivalMs }) => arrivalMs);
  recorder.request(record(1, 1));
  expect(shown()).toEqual([1]);
  expect(shown()).toEqual([]);
  for (const nth of [2, 3, 4]) recorder.request(record(1, nth));
  recorder.request({ ...record(2, 5), accountId: 2 });
  recorder.request({ ...record(3, 6), accountId: 3 });
  expect(shown()).toEqual([3, 4, 5]);
  for (let nth = 10; nth <= 40_000; nth++) recorder.request(record(1, nth));
  expect(shown()).toEqual([39_999, 40_000]);
  recorder.request(record(1, 50_000));
  recorder.collect();
  expect(shown()).toEqual([]);
});
