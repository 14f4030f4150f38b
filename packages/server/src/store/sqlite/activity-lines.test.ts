import { expect, test } from "bun:test";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { encodeLine } from "../activity-line.ts";
import { sampleRecord } from "../test-activity-scene.ts";
import { ActivityLines } from "./activity-lines.ts";

function written(...records: ActivityRecord[]): string {
  const lines = new ActivityLines();
  for (const record of records) lines.write(record);
  return new TextDecoder().decode(lines.take());
}

const numbers = [0, 7, 10, 99, 100, 999, 1000, 1001, 65_536, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER];
const usual = {
  durationMs: 1,
  error: null,
  rejected: null,
  findings: [],
  problems: null,
  clockOffsetMs: null,
} as const;

test("writes a usual line exactly as JSON would, whatever its numbers", () => {
  const records = numbers.flatMap((number, nth) => [
    sampleRecord(nth, {
      ...usual,
      sensorId: number,
      bodyBytes: number,
      accepted: number,
      duplicates: number,
    }),
    sampleRecord(nth, { ...usual, sensorId: null, position: { partition: 0, sequence: number || 1 } }),
    sampleRecord(nth, { ...usual, position: null, durationMs: number }),
  ]);
  const durationsMs = [0.001, 0.01, 0.1, 0.12, 0.123, 1.5, 12.045, 999.999, 1000.001, 86_400_000.25];
  const lasting = durationsMs.map((durationMs) => sampleRecord(1, { ...usual, durationMs }));
  for (const record of [...records, ...lasting])
    expect(JSON.parse(written(record))).toEqual(JSON.parse(encodeLine(record)));
});

test("writes lines of other requests between usual ones as they are encoded", () => {
  const records = [
    sampleRecord(1, usual),
    sampleRecord(2, { ...usual, source: 'ü"\\' }),
    sampleRecord(3, { error: "invalid_token", bodyBytes: null }),
    sampleRecord(4, { ...usual, clockOffsetMs: -1.5 }),
    sampleRecord(5, { ...usual, position: { partition: 3, sequence: 9 } }),
    sampleRecord(6, { ...usual, rejected: { dropped_unknown_sensor: 2 } }),
    sampleRecord(7, usual),
  ];
  expect(written(...records)).toBe(records.map(encodeLine).join(""));
});
