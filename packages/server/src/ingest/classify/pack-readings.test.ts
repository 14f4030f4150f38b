import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FrameWriter } from "../../queue/frame-writer.ts";
import { FrameReader, noTimestamp } from "../../queue/packed-readings.ts";
import { type ArrivalContext, type Dropped, packReadings } from "./pack-readings.ts";
import { dropCode, kept, ReadingColumns, unmatchedSensor } from "./reading-columns.ts";

const arrivalMs = Date.parse("2026-06-15T12:00:00.123Z");
const arrivalUs = arrivalMs * 1000;
const arrivalSeconds = Math.floor(arrivalMs / 1000);
const toleranceUs = 5_000_000;
const context: ArrivalContext = { arrivalMs, deviceClockSeconds: null, toleranceUs };
const future = dropCode("dropped_future_timestamp");
const invalidTimestamp = dropCode("dropped_invalid_timestamp");
const unknownSensor = dropCode("dropped_unknown_sensor");
const missingValue = dropCode("dropped_missing_value");

interface Row {
  readonly sensorId?: number;
  readonly value?: number;
  readonly seconds?: number;
  readonly micros?: number;
  readonly metadata?: string;
  readonly drop?: number;
}

function columnsOf(rows: readonly Row[]): ReadingColumns {
  const columns = new ReadingColumns();
  columns.reset(rows.length);
  for (const [index, row] of rows.entries()) {
    columns.drops[index] = row.drop ?? kept;
    columns.sensorIds[index] = row.sensorId ?? 1;
    columns.values[index] = row.value ?? 21.5;
    columns.seconds[index] = row.seconds ?? noTimestamp;
    columns.micros[index] = row.micros ?? 0;
    columns.metadata[index] = row.metadata ?? "";
  }
  return columns;
}

interface Packed {
  sensorId: number;
  value: number;
  atUs: number;
  deviceSeconds: number;
  deviceMicros: number;
  metadata: string;
}

function pack(
  rows: readonly Row[],
  overrides: Partial<ArrivalContext> = {},
): { dropped: Dropped; packed: Packed[] } {
  const frame = new FrameWriter();
  const at = { ...context, ...overrides };
  frame.begin({
    deviceId: 1,
    arrivalUs: at.arrivalMs * 1000,
    batteryVolts: null,
    request: { boot: 1, number: 1 },
  });
  const dropped = packReadings(columnsOf(rows), at, frame);
  const reader = new FrameReader(frame.finish());
  reader.nextFrame();
  const packed: Packed[] = [];
  while (reader.nextReading()) {
    const { sensorId, value, atUs, deviceSeconds, deviceMicros, metadata } = reader;
    packed.push({ sensorId, value, atUs, deviceSeconds, deviceMicros, metadata });
  }
  return { dropped, packed };
}

describe("time", () => {
  test("gives a reading without a timestamp its arrival time", () => {
    expect(pack([{ metadata: '{"a":1}' }]).packed).toEqual([
      { sensorId: 1, value: 21.5, atUs: arrivalUs, deviceSeconds: -1, deviceMicros: 0, metadata: '{"a":1}' },
    ]);
  });

  test("puts readings without timestamps a microsecond apart, in order", () => {
    const rows = [
      { value: 3 },
      { value: 2, seconds: 5 },
      { value: 1, sensorId: 2 },
      { value: 3 },
      { value: 0 },
    ];
    const { packed } = pack(rows);
    expect(packed.map(({ value, atUs }) => [value, atUs])).toEqual([
      [3, arrivalUs],
      [2, 5e6],
      [1, arrivalUs + 1],
      [3, arrivalUs + 2],
      [0, arrivalUs + 3],
    ]);
  });

  test("keeps a time up to the tolerance ahead, and drops a later one", () => {
    const cases: [aheadUs: number, atUs: number | null][] = [
      [-1, arrivalUs - 1],
      [0, arrivalUs],
      [1, arrivalUs + 1],
      [toleranceUs, arrivalUs + toleranceUs],
      [toleranceUs + 1, null],
    ];
    for (const [aheadUs, atUs] of cases) {
      const us = arrivalUs + aheadUs;
      const seconds = Math.floor(us / 1e6);
      const { packed, dropped } = pack([{ value: aheadUs, seconds, micros: us - seconds * 1e6 }]);
      expect(packed.map((reading) => reading.atUs)).toEqual(atUs === null ? [] : [atUs]);
      expect(dropped?.[future]).toBe(atUs === null ? 1 : undefined);
    }
  });

  test("corrects times by the device's clock, and keeps what the device sent", () => {
    const year9999S = 253_402_300_000;
    for (const clock of [0, arrivalSeconds - 86_400, arrivalSeconds + 86_400, year9999S]) {
      const { packed } = pack([{ value: clock, seconds: clock - 60, micros: 999_999 }], {
        deviceClockSeconds: clock,
      });
      const [reading] = packed;
      expect(reading).toMatchObject({ deviceSeconds: clock - 60, deviceMicros: 999_999 });
      expect(reading!.atUs).toBe(arrivalUs - 60_000_000 + 999_999);
    }
  });

  test("corrects no reading further ahead than the tolerance", () => {
    const clock = 1000;
    const ahead = { deviceClockSeconds: clock };
    expect(pack([{ seconds: clock + 5, micros: 0 }], ahead).packed[0]!.atUs).toBe(arrivalUs + toleranceUs);
    expect(pack([{ seconds: clock + 5, micros: 1 }], ahead).dropped?.[future]).toBe(1);
  });

  test("drops a reading as an invalid timestamp if the correction moves it out of the years 1970 to 9999", () => {
    const seconds = 1_000_000;
    // The arrival is at .123 of a second, so this clock moves the timestamp to 1970-01-01T00:00:00.123.
    const lastClock = { deviceClockSeconds: arrivalSeconds + seconds };
    expect(pack([{ seconds }], lastClock).packed[0]!.atUs).toBe(123_000);
    expect(pack([{ seconds: seconds - 1, micros: 877_000 }], lastClock).packed[0]!.atUs).toBe(0);
    const moved = pack([{ seconds: seconds - 1, micros: 876_999 }], lastClock);
    expect({ ...moved.dropped }).toEqual({ [invalidTimestamp]: 1 });

    const year10000S = 253_402_300_800;
    const first = { deviceClockSeconds: 0 };
    const last = { seconds: year10000S - arrivalSeconds - 1, micros: 876_999 };
    expect({ ...pack([last], first).dropped }).toEqual({ [future]: 1 });
    expect({ ...pack([{ ...last, micros: 877_000 }], first).dropped }).toEqual({ [invalidTimestamp]: 1 });
  });
});

test("counts drops by reason, and keeps rows dropped that parsing dropped", () => {
  const outcome = pack([
    { drop: missingValue },
    { drop: missingValue, sensorId: unmatchedSensor },
    { sensorId: unmatchedSensor },
    { seconds: arrivalSeconds + 60 },
    {},
  ]);
  const counts = { [missingValue]: 2, [unknownSensor]: 1, [future]: 1 };
  expect(outcome.packed).toHaveLength(1);
  expect({ ...outcome.dropped }).toEqual(counts);
});

test("ignores rows left over from a larger request", () => {
  const columns = columnsOf([{ value: 1 }, { value: 2 }, { value: 3 }]);
  columns.reset(1);
  const frame = new FrameWriter();
  frame.begin({ deviceId: 1, arrivalUs, batteryVolts: null, request: { boot: 1, number: 1 } });
  expect(packReadings(columns, context, frame)).toBeNull();
  expect(frame.readings).toBe(1);
});

test("drops or packs every reading, in order, and none further ahead than the tolerance", () => {
  const row: fc.Arbitrary<Row> = fc.record({
    sensorId: fc.integer({ min: 0, max: 3 }),
    value: fc.constantFrom(0, 1, 2),
    seconds: fc.oneof(
      fc.constant(noTimestamp),
      fc.integer({ min: arrivalSeconds - 20, max: arrivalSeconds + 20 }),
      fc.integer({ min: 0, max: 253_402_300_799 }),
    ),
    micros: fc.constantFrom(0, 999_999),
    drop: fc.constantFrom(kept, kept, kept, missingValue),
  });
  const clocks = fc.oneof(
    fc.constant(null),
    fc.integer({ min: arrivalSeconds - 30, max: arrivalSeconds + 30 }),
    fc.integer({ min: 0, max: 253_402_300_799 }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), clocks, (rows, clock) => {
      const { dropped, packed } = pack(rows, { deviceClockSeconds: clock });
      const drops = (dropped ?? []).reduce((sum, count) => sum + count, 0);
      expect(packed.length + drops).toBe(rows.length);
      for (const { atUs, sensorId } of packed) {
        expect(atUs).toBeGreaterThanOrEqual(0);
        expect(atUs).toBeLessThanOrEqual(arrivalUs + toleranceUs);
        expect(Number.isInteger(atUs)).toBeTrue();
        expect(sensorId).not.toBe(unmatchedSensor);
      }
    }),
  );
});

test("packs plain readings at once exactly as one by one, even if some are dropped or corrected", () => {
  const row = fc.record({
    value: fc.constantFrom(21.5, -0.1, 0),
    seconds: fc.oneof(
      fc.integer({ min: arrivalSeconds - 100, max: arrivalSeconds }),
      fc.constantFrom(0, arrivalSeconds + 5, arrivalSeconds + 6, 5_000_000_000),
    ),
    micros: fc.integer({ min: 0, max: 999_999 }),
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 20 });
  const corrected = fc.constantFrom(null, null, arrivalSeconds - 60);
  fc.assert(
    fc.property(rows, corrected, (readings, deviceClockSeconds) => {
      const [atOnce, oneByOne] = [7, unmatchedSensor].map((plainSensorId) => {
        const columns = columnsOf(readings.map((reading) => ({ ...reading, sensorId: 7 })));
        columns.plainSensorId = plainSensorId;
        const frame = new FrameWriter(64);
        frame.begin({ deviceId: 1, arrivalUs, batteryVolts: null, request: { boot: 1, number: 1 } });
        const dropped = packReadings(columns, { ...context, deviceClockSeconds }, frame);
        return { dropped, frame: Buffer.from(frame.finish()).toString("hex"), readings: frame.readings };
      });
      expect(atOnce).toEqual(oneByOne!);
    }),
  );
});
