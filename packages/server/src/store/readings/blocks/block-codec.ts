import { ColumnReader } from "./column-reader.ts";
import { ColumnWriter, columnBytesMax } from "./column-writer.ts";
import { gatheredMax } from "./gathered-readings.ts";
import type { ReadingSeries } from "./reading-series.ts";
import { EvenTimes, ListedTimes, type ReadingTimes } from "./reading-times.ts";
import type { SummedValues } from "./summed-values.ts";

/**
 * Writes and reads blocks: a head, then columns. docs/block-format.md describes every byte.
 *
 * Devices measure at even steps and with few decimals, so steps and values are small whole numbers, and the readings of
 * one request were received together: a reading takes one to four bytes. Decoding returns exactly what was encoded:
 * values are written as decimals only if dividing returns the same double.
 *
 * Dense columns take fewer bytes and more time. A dense block (version 2) is for readings that were received one by one: it
 * has lags instead of times of arrival, because these are small numbers.
 */
export const denseVersion = 2;
/** Like the two others, and columns may be compressed. */
const compressedPlainVersion = 3;
const compressedDenseVersion = 4;
export const hasDeviceTimes = 1;
export const lacksSomeDeviceTimes = 2;
const plainVersion = 1;
const plainHeadBytes = 24;
/** A lag takes a byte or two, and a time of arrival as a run twelve. */
const readingsPerArrival = 16;
const denseHeadBytes = 32;
/** The offset of the lag unit in a dense block. */
export const lagUnitByte = plainHeadBytes;

/** Whole seconds, milliseconds, microseconds. */
const unitsUs = [1e6, 1e3, 1] as const;

const decimalsMax = 9;
const powersOfTen = Array.from({ length: decimalsMax + 1 }, (_, exponent) => 10 ** exponent);
/** Written instead of the number of decimals: the values are doubles. */
export const notDecimal = 255;

const writer = new ColumnWriter(denseHeadBytes + 5 * columnBytesMax(gatheredMax));
const scaled = new Float64Array(gatheredMax);

/** Returns where the columns begin, or null if the version is unknown. */
export function columnsStart(version: number): number | null {
  if (hasLags(version)) return denseHeadBytes;
  return version === plainVersion || version === compressedPlainVersion ? plainHeadBytes : null;
}

/** Whether the block has lags instead of times of arrival. */
export function hasLags(version: number): boolean {
  return version === denseVersion || version === compressedDenseVersion;
}

/**
 * Encodes the readings of the series from index `from` (inclusive) to `to` (exclusive). The bytes are valid until the
 * next call.
 */
export function encodeBlock(series: ReadingSeries, from: number, to: number): Uint8Array {
  return encodeWithArrivals(series, from, to, plainVersion, false);
}

function encodeWithArrivals(
  series: ReadingSeries,
  from: number,
  to: number,
  version: number,
  dense: boolean,
): Uint8Array {
  const count = to - from;
  beginBlock(series, from, to, version, dense);
  writer.write(series.receivedUs.subarray(from, to), count, true, dense);
  if (series.deviceOffsetsUs !== null)
    writer.write(series.deviceOffsetsUs.subarray(from, to), count, true, dense);
  return writer.finish();
}

/** Like `encodeBlock`, in fewer bytes. */
export function encodeDenseBlock(series: ReadingSeries, from: number, to: number): Uint8Array {
  return encodeDensely(series, from, to, false);
}

/** Like `encodeDenseBlock`, in still fewer bytes, which SQL alone cannot read. */
export function encodeCompressedBlock(series: ReadingSeries, from: number, to: number): Uint8Array {
  return encodeDensely(series, from, to, true);
}

/** Returns the bytes of a block in a form that SQL can read. */
export function decompressBlock(data: Uint8Array): Uint8Array {
  if (data[0] !== compressedPlainVersion && data[0] !== compressedDenseVersion) return data;
  const series = decodeBlock(data);
  return encodeDenseBlock(series, 0, series.count).slice();
}

function encodeDensely(series: ReadingSeries, from: number, to: number, mayCompress: boolean): Uint8Array {
  const offsetsUs = series.deviceOffsetsUs?.subarray(from, to) ?? null;
  const haveAllOffsets = offsetsUs === null || !offsetsUs.some(Number.isNaN);
  return haveAllOffsets && cameTogether(series.receivedUs, from, to)
    ? encodeWithArrivals(series, from, to, mayCompress ? compressedPlainVersion : plainVersion, true)
    : encodeWithLags(series, from, to, mayCompress ? compressedDenseVersion : denseVersion);
}

/** Readings of one request have one time of arrival, and each its own lag. So a time for all of them takes less space. */
function cameTogether(receivedUs: Float64Array, from: number, to: number): boolean {
  let runs = 1;
  for (let nth = from + 1; nth < to; nth++) if (receivedUs[nth] !== receivedUs[nth - 1]) runs++;
  return runs * readingsPerArrival <= to - from;
}

function encodeWithLags(series: ReadingSeries, from: number, to: number, version: number): Uint8Array {
  const count = to - from;
  beginBlock(series, from, to, version, true);
  for (let nth = 0; nth < count; nth++)
    scaled[nth] = series.receivedUs[from + nth]! - series.atUs[from + nth]!;
  writer.doubles[lagUnitByte >>> 3] = divideByUnit(scaled, count);
  writer.write(scaled, count, true, true);
  if (series.deviceOffsetsUs !== null) writeSomeOffsets(series.deviceOffsetsUs.subarray(from, to));
  return writer.finish();
}

/** Writes the head, the steps and the values. */
function beginBlock(series: ReadingSeries, from: number, to: number, version: number, dense: boolean): void {
  const count = to - from;
  const { atUs } = series;
  writer.begin(columnsStart(version)!, version >= compressedPlainVersion);
  for (let nth = from + 1; nth < to; nth++) scaled[nth - from - 1] = atUs[nth]! - atUs[nth - 1]!;
  const unitUs = divideByUnit(scaled, count - 1);
  writer.write(scaled, count - 1, true, dense);
  const values = series.values.subarray(from, to);
  const decimals = scaleValues(values);
  writer.write(decimals === notDecimal ? values : scaled, count, decimals !== notDecimal, dense);
  writer.bytes[0] = version;
  writer.bytes[1] = decimals;
  writer.bytes[2] = series.deviceOffsetsUs === null ? 0 : hasDeviceTimes;
  writer.bytes[3] = 0;
  writer.words[1] = count;
  writer.doubles[1] = atUs[from]!;
  writer.doubles[2] = unitUs;
}

/** Writes offsets of which some may be missing. A missing offset is written as zero and read as NaN. */
function writeSomeOffsets(offsetsUs: Float64Array): void {
  const count = offsetsUs.length;
  if (offsetsUs.some(Number.isNaN)) {
    writer.bytes[2]! |= lacksSomeDeviceTimes;
    for (let nth = 0; nth < count; nth++) scaled[nth] = Number.isNaN(offsetsUs[nth]) ? 0 : 1;
    writer.write(scaled, count, true, true);
  }
  for (let nth = 0; nth < count; nth++) scaled[nth] = Number.isNaN(offsetsUs[nth]) ? 0 : offsetsUs[nth]!;
  writer.write(scaled, count, true, true);
}

export function decodeBlock(data: Uint8Array): ReadingSeries {
  const reader = readerOf(data);
  const decimals = reader.bytes[1]!;
  const flags = reader.bytes[2]!;
  const count = reader.words[1]!;
  const atUs = new Float64Array(count);
  addUp(atUs, reader.doubles[1]!, reader.read(count - 1), count - 1, reader.doubles[2]!);
  const values = reader.read(count);
  if (decimals !== notDecimal) divide(values, powersOfTen[decimals]!);
  const receivedUs = reader.read(count);
  if (hasLags(data[0]!)) addLags(receivedUs, atUs, reader.doubles[lagUnitByte >>> 3]!);
  return { count, atUs, values, receivedUs, deviceOffsetsUs: readOffsets(reader, count, flags) };
}

/** Times and values of a block, for sums. Values are to be divided by `divisor`. */
interface Measured {
  readonly count: number;
  readonly times: ReadingTimes;
  readonly values: SummedValues;
  readonly divisor: number;
}

const steps = new Float64Array(gatheredMax);
const measuredAtUs = new Float64Array(gatheredMax);
const measuredValues = new Float64Array(gatheredMax);

/**
 * Reads only what sums need, into columns that are valid until the next call. A year of minutes takes 2 ms of CPU to sum this
 * way, and 18 if each block is decoded (x64).
 */
export function readMeasured(data: Uint8Array): Measured {
  const reader = readerOf(data);
  const decimals = reader.bytes[1]!;
  const count = reader.words[1]!;
  const times = readTimes(reader, count);
  const values = reader.readForSums(count, measuredValues);
  const divisor = decimals === notDecimal ? 1 : powersOfTen[decimals]!;
  return { count, times, values, divisor };
}

function readTimes(reader: ColumnReader, count: number): ReadingTimes {
  const firstUs = reader.doubles[1]!;
  const unitUs = reader.doubles[2]!;
  const step = reader.readSame();
  if (step !== null) return new EvenTimes(firstUs, step * unitUs);
  addUp(measuredAtUs, firstUs, reader.read(count - 1, steps), count - 1, unitUs);
  return new ListedTimes(measuredAtUs);
}

function readerOf(data: Uint8Array): ColumnReader {
  const start = columnsStart(data[0]!);
  if (start === null)
    throw new Error(`A block of readings has version ${data[0]}, and this Weir knows 1 to 4.`);
  return new ColumnReader(data, start);
}

function readOffsets(reader: ColumnReader, count: number, flags: number): Float64Array | null {
  if ((flags & hasDeviceTimes) === 0) return null;
  const areThere = (flags & lacksSomeDeviceTimes) === 0 ? null : reader.read(count);
  const offsetsUs = reader.read(count);
  if (areThere !== null)
    for (let nth = 0; nth < count; nth++) if (areThere[nth] === 0) offsetsUs[nth] = Number.NaN;
  return offsetsUs;
}

/** Divides microseconds by the largest unit that divides all of them, and returns that unit. */
function divideByUnit(us: Float64Array, count: number): number {
  let nthUnit = 0;
  let unitUs: number = unitsUs[0];
  for (let nth = 0; nth < count; nth++)
    while (unitUs > 1 && Math.floor(us[nth]! / unitUs) * unitUs !== us[nth]) unitUs = unitsUs[++nthUnit]!;
  for (let nth = 0; nth < count; nth++) us[nth] = us[nth]! / unitUs;
  return unitUs;
}

/** Puts the values into `scaled` as whole numbers and returns how many decimals they have, or `notDecimal`. */
function scaleValues(values: Float64Array): number {
  let decimals = 0;
  let scale = 1;
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth]!;
    while (Math.round(value * scale) / scale !== value) {
      if (decimals === decimalsMax) return notDecimal;
      scale = powersOfTen[++decimals]!;
    }
  }
  for (let nth = 0; nth < values.length; nth++) {
    const whole = Math.round(values[nth]! * scale);
    if (Math.abs(whole) > Number.MAX_SAFE_INTEGER || whole / scale !== values[nth]) return notDecimal;
    scaled[nth] = whole;
  }
  return decimals;
}

function addUp(
  atUs: Float64Array,
  firstUs: number,
  steps: Float64Array,
  stepCount: number,
  unitUs: number,
): void {
  let at = firstUs;
  atUs[0] = at;
  for (let nth = 0; nth < stepCount; nth++) {
    at += steps[nth]! * unitUs;
    atUs[nth + 1] = at;
  }
}

/** Converts lags (how long after its own time each reading arrived) to arrival times, in place. */
function addLags(lags: Float64Array, atUs: Float64Array, unitUs: number): void {
  for (let nth = 0; nth < lags.length; nth++) lags[nth] = atUs[nth]! + lags[nth]! * unitUs;
}

function divide(numbers: Float64Array, divisor: number): void {
  for (let nth = 0; nth < numbers.length; nth++) numbers[nth] = numbers[nth]! / divisor;
}
