import { describe, expect, test } from "bun:test";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import type { QuarantinedReading } from "../../store/activity/record.ts";
import { indexSensors, readSubmitted } from "./submitted-entry.ts";

const arrivalMs = Date.parse("2026-06-01T12:00:00.000Z");
const nowMs = arrivalMs + 3_600_000;
const uuid = "00000000-0000-4000-8000-000000000001";
const flow: Sensor = { id: 7, uuid, slug: "flow", name: "Flow", type: null, unit: null, createdAt: 0 };
const sensors = indexSensors([flow]);

function read(entry: unknown, overrides: Partial<QuarantinedReading> = {}, text = JSON.stringify(entry)) {
  const reading: QuarantinedReading = {
    id: 1,
    accountId: 1,
    deviceId: 1,
    requestId: "000000000000-1",
    position: 0,
    reason: "dropped_unknown_sensor",
    arrivalMs,
    correctionUs: 0,
    urlSensor: "flow",
    entry: text,
    ...overrides,
  };
  return readSubmitted(reading, sensors, nowMs);
}

const inBatch = { urlSensor: null };

describe("a reading that can be accepted", () => {
  test("gets the time of its first arrival if it has no timestamp", () => {
    const taken = { ok: true, sensor: flow, value: 21.5, atUs: arrivalMs * 1000, metadata: "" } as const;
    expect(read({ value: 21.5 })).toEqual(taken);
    expect(read({ value: 21.5, timestamp: null })).toEqual(taken);
    expect(read({ value: 21.5 }, { urlSensor: uuid })).toEqual(taken);
    expect(read({ value: 21.5, sensor_slug: "flow" }, inBatch)).toEqual(taken);
    expect(read({ value: 21.5, sensor_uuid: uuid, sensor_slug: "other" }, inBatch)).toEqual(taken);
  });

  test("keeps its time, corrected as on arrival", () => {
    const timestamp = "2026-06-01T11:00:00.000007+00:00";
    const atUs = (arrivalMs - 3_600_000) * 1000 + 7;
    expect(read({ value: 1, timestamp })).toMatchObject({ atUs });
    expect(read({ value: 1, timestamp }, { correctionUs: 5_000_000 })).toMatchObject({
      atUs: atUs + 5_000_000,
    });
  });

  test("may have been ahead of its arrival, if its time has come", () => {
    expect(read({ value: 1, timestamp: "2026-06-01T13:00:00Z" })).toMatchObject({ ok: true });
  });

  test("keeps its metadata, in which identifiers count only if the URL has them", () => {
    const entry = { value: -0, sensor_slug: "flow", note: { a: [1] } };
    expect(read(entry)).toMatchObject({ value: 0, metadata: '{"sensor_slug":"flow","note":{"a":[1]}}' });
    expect(read(entry, inBatch)).toMatchObject({ metadata: '{"note":{"a":[1]}}' });
    expect(read(null, {}, '{"value":1,"__proto__":{"a":1}}')).toMatchObject({
      metadata: '{"__proto__":{"a":1}}',
    });
  });
});

describe("a reading that is still rejected", () => {
  const long = "x".repeat(5000);
  test.each<[entry: unknown, overrides: Partial<QuarantinedReading>, reason: string]>([
    [5, {}, "dropped_invalid_shape"],
    [[1], {}, "dropped_invalid_shape"],
    [null, {}, "dropped_invalid_shape"],
    [{ value: 1 }, inBatch, "dropped_missing_identifier"],
    [{ value: 1, sensor_slug: "" }, inBatch, "dropped_missing_identifier"],
    [{ value: 1, sensor_slug: 5 }, inBatch, "dropped_missing_identifier"],
    [{}, {}, "dropped_missing_value"],
    [{ value: null }, {}, "dropped_missing_value"],
    [{ value: "21.5" }, {}, "dropped_invalid_value"],
    [{ value: true }, {}, "dropped_invalid_value"],
    [{ value: 1, timestamp: 5 }, {}, "dropped_invalid_timestamp"],
    [{ value: 1, timestamp: "yesterday" }, {}, "dropped_invalid_timestamp"],
    [{ value: 1, timestamp: "1970-01-01" }, { correctionUs: -1000 }, "dropped_invalid_timestamp"],
    [{ value: 1, note: long }, {}, "dropped_metadata_too_large"],
    [{ value: 1 }, { urlSensor: "Flow" }, "dropped_unknown_sensor"],
    [{ value: 1, sensor_uuid: "flow" }, inBatch, "dropped_unknown_sensor"],
    [{ value: 1, sensor_slug: uuid }, inBatch, "dropped_unknown_sensor"],
    [{ value: 1, timestamp: "2026-06-01T13:00:00.000001Z" }, {}, "dropped_future_timestamp"],
    [{ value: 1, timestamp: "2026-06-01T12:30:00Z" }, { correctionUs: 3.6e9 }, "dropped_future_timestamp"],
  ])("%j, %j: %s", (entry, overrides, reason) => {
    expect(read(entry, overrides)).toMatchObject({ ok: false, reason });
  });

  test("names the sensor or the time", () => {
    expect(read({ value: 1, sensor_slug: "Flow" }, inBatch)).toMatchObject({
      identifier: "Flow",
      sent: null,
    });
    const timestamp = "2026-06-01T14:00:00.5Z";
    expect(read({ value: 1, timestamp })).toMatchObject({
      sent: [Date.parse(timestamp) / 1000 - 0.5, 500_000],
    });
  });

  test("even if its value is a number that JSON cannot hold", () => {
    expect(read(null, {}, '{"value":1e400}')).toMatchObject({ reason: "dropped_invalid_value" });
  });
});
