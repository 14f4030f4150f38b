import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { FrameWriter } from "./frame-writer.ts";
import {
  type FrameHead,
  FrameReader,
  frameHeaderBytes,
  MalformedFrameError,
  recordBytes,
} from "./packed-readings.ts";

interface Reading {
  readonly sensorId: number;
  readonly value: number;
  readonly atUs: number;
  readonly deviceSeconds: number;
  readonly deviceMicros: number;
  readonly metadata: string;
}

interface Frame {
  readonly head: FrameHead;
  readonly readings: readonly Reading[];
}

const yearEnd9999S = 253_402_300_799;
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const idNumber = fc.integer({ min: 0, max: 2 ** 48 });
const micros = fc.integer({ min: 0, max: 999_999 });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Metadata is the result of JSON.stringify for any keys and values, so it has every character but a lone surrogate. */
const metadata = fc.oneof(
  fc.constant(""),
  fc
    .dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ stringUnit: anyCharacter }))
    .map((keys) => JSON.stringify(keys)),
);

const reading: fc.Arbitrary<Reading> = fc.record({
  sensorId: u32,
  value: finite,
  atUs: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  deviceSeconds: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: yearEnd9999S })),
  deviceMicros: micros,
  metadata,
});

/** Most readings are like this. If all of a frame are, they fit a dense frame. */
const usual: fc.Arbitrary<Reading> = fc
  .record({
    value: finite,
    atUs: fc.integer({ min: 0, max: 2 ** 52 }),
    sensorId: fc.constantFrom(7, 7, 7, 8),
  })
  .map(({ value, atUs, sensorId }) => {
    const deviceSeconds = Math.floor(atUs / 1e6);
    return { sensorId, value, atUs, deviceSeconds, deviceMicros: atUs - deviceSeconds * 1e6, metadata: "" };
  });

const frame: fc.Arbitrary<Frame> = fc.record({
  head: fc.record({
    deviceId: u32,
    arrivalUs: fc.integer({ min: 0, max: 2 ** 52 }),
    batteryVolts: fc.oneof(fc.constantFrom(null, 0, 100), fc.double({ min: 0, max: 100, noNaN: true })),
    request: fc.record({ boot: idNumber, number: idNumber }),
  }),
  readings: fc.oneof(
    fc.array(reading, { maxLength: 12 }),
    fc.array(usual, { maxLength: 12 }),
    fc.tuple(fc.array(usual, { maxLength: 4 }), reading).map(([first, last]) => [...first, last]),
  ),
});

function pack(writer: FrameWriter, { head, readings }: Frame): Uint8Array {
  writer.begin(head);
  for (const one of readings) {
    writer.add(one.sensorId, one.value, one.atUs, one.deviceSeconds, one.deviceMicros, one.metadata);
  }
  return new Uint8Array(writer.finish());
}

function unpack(data: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader(data);
  while (reader.nextFrame()) {
    const { deviceId, arrivalUs, batteryVolts, requestBoot, requestNumber } = reader;
    const head = { deviceId, arrivalUs, batteryVolts, request: { boot: requestBoot, number: requestNumber } };
    const readings: Reading[] = [];
    while (reader.nextReading()) {
      const { sensorId, value, atUs, deviceSeconds, deviceMicros, metadata } = reader;
      readings.push({ sensorId, value, atUs, deviceSeconds, deviceMicros, metadata });
    }
    frames.push({ head, readings });
  }
  return frames;
}

const oneReading: Reading = {
  sensorId: 7,
  value: 21.5,
  atUs: 1_780_000_000_000_000,
  deviceSeconds: yearEnd9999S,
  deviceMicros: 999_999,
  metadata: '{"a":1}',
};

function sample(readings: number): Frame {
  const head = {
    deviceId: 3,
    arrivalUs: 1_780_000_000_000_001,
    batteryVolts: 3.7,
    request: { boot: 1, number: 2 },
  };
  return { head, readings: Array.from({ length: readings }, () => oneReading) };
}

describe("round trip", () => {
  test("reads every field of every frame back in order", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 8 }), (frames) => {
        const writer = new FrameWriter();
        expect(unpack(Buffer.concat(frames.map((one) => pack(writer, one))))).toEqual(frames);
      }),
    );
  });

  test("reads the bytes wherever they are in memory", () => {
    const packed = pack(new FrameWriter(), sample(2));
    const memory = new Uint8Array(packed.length + 8);
    for (let offset = 0; offset < 8; offset++) {
      memory.set(packed, offset);
      expect(unpack(memory.subarray(offset, offset + packed.length))).toEqual([sample(2)]);
      expect(unpack(Buffer.from(memory.buffer, offset, packed.length))).toEqual([sample(2)]);
    }
  });

  test("grows the buffer from whatever initial size", () => {
    const sizes = fc.integer({ min: frameHeaderBytes, max: 4096 });
    fc.assert(
      fc.property(sizes, fc.array(frame, { minLength: 1, maxLength: 4 }), (initialBytes, frames) => {
        const writer = new FrameWriter(initialBytes);
        const packed = frames.map((one) => pack(writer, one));
        expect(packed.flatMap(unpack)).toEqual(frames);
      }),
    );
    const many = sample(20_000);
    const packed = pack(new FrameWriter(frameHeaderBytes), many);
    expect(packed.length).toBe(frameHeaderBytes + 20_000 * (recordBytes + 8));
    expect(unpack(packed)).toEqual([many]);
  });

  test("packs dense readings into 16 bytes each", () => {
    const plain = (atUs: number): Reading => ({
      sensorId: 7,
      value: 21.5,
      atUs,
      metadata: "",
      deviceSeconds: Math.floor(atUs / 1e6),
      deviceMicros: atUs % 1e6,
    });
    const { head } = sample(0);
    const dense = { head, readings: [1, 999_999, 1_000_000, 1_780_000_000_123_456, 2 ** 52 - 1].map(plain) };
    const packed = pack(new FrameWriter(frameHeaderBytes), dense);
    expect(packed.length).toBe(frameHeaderBytes + 8 + 5 * 16);
    expect(unpack(packed)).toEqual([dense]);
  });

  test("distinguishes a missing battery level from 0 volts", () => {
    const volts = [null, 0, 3.7, null].map((batteryVolts) => {
      const { head } = sample(0);
      return unpack(pack(new FrameWriter(), { head: { ...head, batteryVolts }, readings: [] }))[0]!.head
        .batteryVolts;
    });
    expect(volts).toEqual([null, 0, 3.7, null]);
  });

  test("leaves nothing of an earlier frame in a later one", () => {
    const writer = new FrameWriter();
    pack(writer, sample(50));
    const { head } = sample(0);
    const plain: Frame = {
      head: { ...head, batteryVolts: null },
      readings: [{ ...oneReading, metadata: "" }],
    };
    expect(unpack(pack(writer, plain))).toEqual([plain]);
    expect(writer.readings).toBe(1);
  });
});

describe("malformed bytes", () => {
  /** Reads everything. Returns the number of readings, or null if the bytes were refused. */
  function readAll(data: Uint8Array): number | null {
    try {
      return unpack(data).reduce((sum, { readings }) => sum + readings.length, 0);
    } catch (error) {
      if (error instanceof MalformedFrameError) return null;
      throw error;
    }
  }

  test("refuses any bytes or reads them within their bounds", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (data) => {
        const readings = readAll(data);
        if (readings !== null) expect(readings * 16).toBeLessThanOrEqual(data.length);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("refuses an entry that is cut anywhere but between its frames", () => {
    const packed = pack(new FrameWriter(), sample(3));
    const entry = Buffer.concat([packed, packed]);
    for (let length = 1; length < entry.length; length++) {
      if (length !== packed.length) expect(readAll(entry.subarray(0, length))).toBeNull();
    }
    expect(readAll(entry)).toBe(6);
  });

  const wordOffsets = {
    "frame length": 0,
    "reading count": 4,
    "metadata length": frameHeaderBytes + 4,
    "last metadata length": frameHeaderBytes + 2 * (recordBytes + 8) + 4,
  };

  test.each(Object.entries(wordOffsets))("any other %s than the true one is refused", (_what, offset) => {
    const packed = pack(new FrameWriter(), sample(3));
    const view = new DataView(packed.buffer, packed.byteOffset);
    const truth = view.getUint32(offset, true);
    const nearby = fc.integer({ min: 0, max: packed.length + 100 });
    const wrapping = fc.integer({ min: 0xffffff00, max: 0xffffffff });
    fc.assert(
      fc.property(fc.oneof(nearby, wrapping, u32), (lie) => {
        // Metadata of another length that is padded to the same size cannot be distinguished from the true one.
        fc.pre(lie !== truth && !(offset >= frameHeaderBytes && lie > 0 && lie <= 8));
        view.setUint32(offset, lie, true);
        expect(readAll(packed)).toBeNull();
      }),
      { numRuns: propertyRuns(500), examples: [[0xffffffd8], [0xfffffff8], [2 ** 31], [0], [1]] },
    );
  });

  test("refuses a dense frame that is cut or counts other readings than it has", () => {
    const { head } = sample(0);
    const one = { ...oneReading, atUs: 5_000_001, deviceSeconds: 5, deviceMicros: 1, metadata: "" };
    const packed = pack(new FrameWriter(), { head, readings: [one, one, one] });
    expect(readAll(packed)).toBe(3);
    for (let length = 1; length < packed.length; length++)
      expect(readAll(packed.subarray(0, length))).toBeNull();
    for (const lie of [0, 1, 2, 4, 2 ** 28 + 3, 2 ** 32 - 1]) {
      const changed = new Uint8Array(packed);
      new DataView(changed.buffer).setUint32(4, lie, true);
      expect(readAll(changed)).toBeNull();
    }
  });

  test("refuses to leave a frame before its last reading", () => {
    const reader = new FrameReader(pack(new FrameWriter(), sample(2)));
    reader.nextFrame();
    reader.nextReading();
    expect(() => reader.nextFrame()).toThrow(MalformedFrameError);
  });
});
