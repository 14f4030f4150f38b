import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import {
  decodeBlock,
  decompressBlock,
  encodeBlock,
  encodeCompressedBlock,
  encodeDenseBlock,
  readMeasured,
} from "./block-codec.ts";
import type { ReadingSeries } from "./reading-series.ts";
import type { Figures } from "./summed-values.ts";

interface Reading {
  readonly atUs: number;
  readonly value: number;
  readonly receivedUs: number;
  readonly offsetUs: number;
}

function toSeries(readings: readonly Reading[], haveDeviceTimes: boolean): ReadingSeries {
  return {
    count: readings.length,
    atUs: Float64Array.from(readings, ({ atUs }) => atUs),
    values: Float64Array.from(readings, ({ value }) => value),
    receivedUs: Float64Array.from(readings, ({ receivedUs }) => receivedUs),
    deviceOffsetsUs: haveDeviceTimes ? Float64Array.from(readings, ({ offsetUs }) => offsetUs) : null,
  };
}

function part(series: ReadingSeries, from: number, to: number): ReadingSeries {
  return {
    count: to - from,
    atUs: series.atUs.slice(from, to),
    values: series.values.slice(from, to),
    receivedUs: series.receivedUs.slice(from, to),
    deviceOffsetsUs: series.deviceOffsetsUs?.slice(from, to) ?? null,
  };
}

/** Removes the device's time from every third reading. */
function withoutSomeOffsets(series: ReadingSeries): ReadingSeries {
  const deviceOffsetsUs = series.deviceOffsetsUs?.map((us, nth) => (nth % 3 === 2 ? Number.NaN : us)) ?? null;
  return { ...series, deviceOffsetsUs };
}

/** Bun never considers typed arrays with NaN equal. */
function inPlainArrays({ atUs, values, receivedUs, deviceOffsetsUs }: ReadingSeries): unknown {
  return [[...atUs], [...values], [...receivedUs], deviceOffsetsUs === null ? null : [...deviceOffsetsUs]];
}

const time = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const step = fc.oneof(
  fc.constantFrom(0, 1, 1000, 1_000_000, 60_000_000),
  fc.integer({ min: 0, max: 100 }).map((milliseconds) => milliseconds * 1000),
  fc.integer({ min: 0, max: 2 ** 40 }),
);
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`) + 0);
const double = fc.double({ noNaN: true }).map((value) => value + 0);

/** Values of one kind, or of all kinds mixed: a single double among decimals must not make the decimals inexact. */
const values = fc.oneof(fc.constant(decimal), fc.constant(double), fc.constant(fc.oneof(decimal, double)));

const readings = values.chain((value) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 2 ** 52 }),
      fc.array(fc.record({ step, value, receivedUs: time, offsetUs: fc.integer() }), {
        minLength: 1,
        maxLength: 100,
      }),
    )
    .map(([firstUs, steps]) => {
      let atUs = firstUs;
      return steps.map((reading) => {
        atUs += reading.step;
        return { ...reading, atUs };
      });
    }),
);

test(
  "restores what is encoded to the last bit, whole and in part",
  () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(readings, fc.boolean(), share, share, (given, haveDeviceTimes, one, other) => {
        const series = toSeries(given, haveDeviceTimes);
        expect(decodeBlock(encodeBlock(series, 0, given.length))).toEqual(series);
        const from = Math.floor(Math.min(one, other) * (given.length - 1));
        const to = from + 1 + Math.floor(Math.max(one, other) * (given.length - 1 - from));
        expect(decodeBlock(encodeBlock(series, from, to))).toEqual(part(series, from, to));
        const mixed = withoutSomeOffsets(series);
        expect(inPlainArrays(decodeBlock(encodeDenseBlock(mixed, 0, given.length)))).toEqual(
          inPlainArrays(mixed),
        );
        expect(inPlainArrays(decodeBlock(encodeDenseBlock(mixed, from, to)))).toEqual(
          inPlainArrays(part(mixed, from, to)),
        );
        expect(inPlainArrays(decodeBlock(encodeCompressedBlock(mixed, from, to)))).toEqual(
          inPlainArrays(part(mixed, from, to)),
        );
        const compressed = encodeCompressedBlock(mixed, 0, given.length).slice();
        const dense = encodeDenseBlock(mixed, 0, given.length).slice();
        expect(decompressBlock(compressed)).toEqual(dense);
        expect(decompressBlock(dense)).toBe(dense);
        const together = { ...series, receivedUs: series.receivedUs.map((_, nth) => (nth < 40 ? 5 : 7)) };
        expect(decodeBlock(encodeDenseBlock(together, from, to))).toEqual(part(together, from, to));
        expect(decodeBlock(encodeCompressedBlock(together, from, to))).toEqual(part(together, from, to));
      }),
      { numRuns: propertyRuns(500) },
    );
  },
  propertyTimeoutMs,
);

/** A value that wanders in steps up to a size, in enough readings for compression to pay. */
const wandering = fc
  .record({
    first: fc.constantFrom(0, 2000, -(2 ** 30), 2 ** 31 - 1000, 2 ** 40),
    stepMax: fc.constantFrom(1, 60, 127, 128, 20_000, 2 ** 23, 2 ** 30),
    percents: fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 20, maxLength: 60 }),
    decimals: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ first, stepMax, percents, decimals }) => {
    let whole = first;
    return Array.from({ length: 600 }, (_, nth) => {
      whole += Math.trunc((percents[(nth * nth) % percents.length]! * stepMax) / 100);
      return {
        atUs: nth * 1_000_000,
        value: Number(`${whole}e-${decimals}`) + 0,
        receivedUs: 0,
        offsetUs: 0,
      };
    });
  });

/** What a bucket needs of the readings of a series between two indexes, computed from the readings themselves. */
function figuresOf({ values }: ReadingSeries, divisor: number, from: number, to: number): Figures {
  const wholes = [...values.subarray(from, to)].map((value) =>
    divisor === 1 ? value : Math.round(value * divisor),
  );
  return {
    first: wholes[0]!,
    last: wholes.at(-1)!,
    sum: wholes.reduce((sum, whole) => sum + whole, 0),
    minimum: Math.min(...wholes),
    maximum: Math.max(...wholes),
  };
}

test(
  "sums a block like its readings, in every form and part by part",
  () => {
    const encoders = fc.constantFrom(encodeBlock, encodeDenseBlock, encodeCompressedBlock);
    const cuts = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 });
    const evenStep = fc.option(fc.constantFrom(0, 1, 60_000_000), { nil: null });
    fc.assert(
      fc.property(
        fc.oneof(readings, wandering),
        encoders,
        cuts,
        evenStep,
        (given, encode, percents, stepUs) => {
          const firstUs = given[0]!.atUs;
          const timed =
            stepUs === null
              ? given
              : given.map((reading, nth) => ({ ...reading, atUs: firstUs + nth * stepUs }));
          const series = toSeries(timed, false);
          const count = series.count;
          const { times, values, divisor } = readMeasured(encode(series, 0, count));
          const edges = [
            ...new Set([...percents.map((percent) => Math.floor((percent * count) / 100)), count]),
          ];
          edges.sort((one, other) => one - other);
          // The first part is skipped, as where a chart begins within the block.
          let from = edges.length > 1 ? edges[0]! : 0;
          for (const to of edges.filter((edge) => edge > from)) {
            expect(values.figures(from, to)).toEqual(figuresOf(series, divisor, from, to));
            from = to;
          }
          for (const nth of edges.filter((edge) => edge < count)) {
            const us = series.atUs[nth]!;
            expect(times.at(nth)).toBe(us);
            for (const edgeUs of [us - 1, us - 0.5, us, us + 1])
              expect(times.firstFrom(edgeUs, 0, count)).toBe(
                series.atUs.filter((other) => other < edgeUs).length,
              );
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  },
  propertyTimeoutMs,
);

test("restores values at the limits of a double", () => {
  const limits = [0, 5e-324, -5e-324, 1e308, -1e308, 2 ** 53, 2 ** 53 + 2, 0.1 + 0.2, Infinity, -Infinity];
  for (const limit of limits) {
    const series = toSeries(
      [0.5, limit, 21.25].map((value, nth) => ({ atUs: nth, value, receivedUs: 0, offsetUs: 0 })),
      false,
    );
    expect(decodeBlock(encodeBlock(series, 0, 3)).values).toEqual(series.values);
    expect(decodeBlock(encodeCompressedBlock(series, 0, 3)).values).toEqual(series.values);
  }
});

test("encodes what a device sends from its buffer in a few bytes", () => {
  const sampled = Array.from({ length: 1000 }, (_, nth) => ({
    // One reading every ten seconds, now and then a little late.
    atUs: 1.79e15 + nth * 1e7 + (nth % 7 === 0 ? 3000 : 0),
    value: (200 + (nth % 61)) / 10,
    receivedUs: 1.8e15,
    offsetUs: 0,
  }));
  // One byte per value, two per step in milliseconds, and the heads.
  expect(encodeBlock(toSeries(sampled, true), 0, sampled.length).length).toBeLessThan(3100);
});

test.each([
  ["without a time of its own", false],
  ["with its own time", true],
])("encodes a reading a minute, %s, in less than three bytes in a dense block", (_name, haveDeviceTimes) => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sampled = Array.from({ length: 1024 }, (_, nth) => {
    // Readings take 20 to 120 ms to arrive, and now and then a second or two.
    const lagUs = Math.floor(20 + 100 * random() + (random() < 0.01 ? 2000 * random() : 0)) * 1000;
    const sentUs = 1.79e15 + nth * 60e6;
    const value = Math.round(2150 + 300 * Math.sin(nth / 230) + 10 * random()) / 100;
    return {
      atUs: haveDeviceTimes ? sentUs : sentUs + lagUs,
      value,
      receivedUs: sentUs + lagUs,
      offsetUs: 0,
    };
  });
  expect(encodeDenseBlock(toSeries(sampled, haveDeviceTimes), 0, 1024).length / 1024).toBeLessThan(2.6);
});

test("encodes what a device sent a thousand at a time in less than a byte if it is compressed", () => {
  const sampled = Array.from({ length: 4000 }, (_, nth) => ({
    atUs: 1.79e15 + nth * 60e6,
    value: Math.round(2150 + 300 * Math.sin(nth / 230) + ((nth * 7919) % 60)) / 100,
    receivedUs: 1.79e15 + Math.ceil((nth + 1) / 1000) * 60e9,
    offsetUs: 0,
  }));
  expect(encodeDenseBlock(toSeries(sampled, true), 0, 4000).length / 4000).toBeLessThan(1.1);
  expect(encodeCompressedBlock(toSeries(sampled, true), 0, 4000).length / 4000).toBeLessThan(0.9);
});

test("calls a compressed block damaged whose bytes were changed or cut", () => {
  const sampled = Array.from({ length: 1000 }, (_, nth) => ({
    atUs: nth * 60e6,
    value: (nth * 5 + ((nth * 7919) % 60)) / 100,
    receivedUs: 9e13,
    offsetUs: 0,
  }));
  const block = encodeCompressedBlock(toSeries(sampled, true), 0, 1000).slice();
  // The column of values follows the head and the column of steps, and its data the head of the column.
  const data = 24 + 16 + 16;
  const broken = block.slice();
  broken.fill(0, data, data + 4);
  expect(() => decodeBlock(broken)).toThrow("damaged");
  const another = new Uint8Array(block.length).fill(0);
  another.set(block);
  another.set(Bun.zstdCompressSync(new Uint8Array(999)), data);
  expect(() => decodeBlock(another)).toThrow("damaged");
});

test("refuses a block of another version", () => {
  const series = toSeries([{ atUs: 1, value: 1, receivedUs: 1, offsetUs: 0 }], false);
  const bytes = encodeBlock(series, 0, 1).slice();
  bytes[0] = 5;
  expect(() => decodeBlock(bytes)).toThrow("version 5");
});
