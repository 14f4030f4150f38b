import { gatheredMax } from "./gathered-readings.ts";
import { ColumnReader, ColumnWriter, columnBytesMax } from "./number-column.ts";
import type { ReadingSeries } from "./reading-series.ts";

/**
 * The form in which a series lies in the file: a head, then columns (see number-column.ts).
 *
 *   u8 version | u8 decimals | u8 flags (bit 0: device times) | u8 zero | u32 readings | f64 first us | f64 unit us
 *   | steps from reading to reading, in units | values | received us | device offsets us, with the flag
 *
 * Devices measure at even steps and with few decimals, so steps and values are small whole numbers, and the readings of
 * one request were received together: a reading takes one to four bytes. What is written is what comes back: values
 * lie as decimals only where dividing returns the same double.
 */
export const blockVersion = 1;
export const blockHeadBytes = 24;
export const hasDeviceTimes = 1;

/** Whole seconds, milliseconds, microseconds. */
const unitsUs = [1e6, 1e3, 1] as const;

const decimalsMax = 9;
const powersOfTen = Array.from({ length: decimalsMax + 1 }, (_, exponent) => 10 ** exponent);
/** In the place of the decimals: the values lie as doubles. */
export const notDecimal = 255;

const writer = new ColumnWriter(blockHeadBytes + 4 * columnBytesMax(gatheredMax));
const scaled = new Float64Array(gatheredMax);

/** The readings of the series from number `from` to before `to`. The bytes are good until the next call. */
export function encodeBlock(series: ReadingSeries, from: number, to: number): Uint8Array {
  const count = to - from;
  writer.begin(blockHeadBytes);
  const unitUs = scaleSteps(series.atUs.subarray(from, to));
  writer.write(scaled, count - 1, true);
  const values = series.values.subarray(from, to);
  const decimals = scaleValues(values);
  writer.write(decimals === notDecimal ? values : scaled, count, decimals !== notDecimal);
  writer.write(series.receivedUs.subarray(from, to), count, true);
  if (series.deviceOffsetsUs !== null) writer.write(series.deviceOffsetsUs.subarray(from, to), count, true);
  writer.bytes[0] = blockVersion;
  writer.bytes[1] = decimals;
  writer.bytes[2] = series.deviceOffsetsUs === null ? 0 : hasDeviceTimes;
  writer.bytes[3] = 0;
  writer.words[1] = count;
  writer.doubles[1] = series.atUs[from]!;
  writer.doubles[2] = unitUs;
  return writer.finish();
}

export function decodeBlock(data: Uint8Array): ReadingSeries {
  if (data[0] !== blockVersion)
    throw new Error(`A block of readings has version ${data[0]}, not ${blockVersion}.`);
  const reader = new ColumnReader(data, blockHeadBytes);
  const decimals = reader.bytes[1]!;
  const haveDeviceTimes = (reader.bytes[2]! & hasDeviceTimes) !== 0;
  const count = reader.words[1]!;
  const atUs = new Float64Array(count);
  addUp(atUs, reader.doubles[1]!, reader.read(count - 1), reader.doubles[2]!);
  const values = reader.read(count);
  if (decimals !== notDecimal) divide(values, powersOfTen[decimals]!);
  const receivedUs = reader.read(count);
  return { count, atUs, values, receivedUs, deviceOffsetsUs: haveDeviceTimes ? reader.read(count) : null };
}

/** Leaves the steps in `scaled`, in the largest unit that all of them are multiples of, and returns it. */
function scaleSteps(atUs: Float64Array): number {
  const steps = scaled;
  let nthUnit = 0;
  let unitUs: number = unitsUs[0];
  for (let nth = 1; nth < atUs.length; nth++) {
    const stepUs = atUs[nth]! - atUs[nth - 1]!;
    while (unitUs > 1 && Math.floor(stepUs / unitUs) * unitUs !== stepUs) unitUs = unitsUs[++nthUnit]!;
    steps[nth - 1] = stepUs;
  }
  for (let nth = 0; nth < atUs.length - 1; nth++) steps[nth] = steps[nth]! / unitUs;
  return unitUs;
}

/** Leaves the values in `scaled` as whole numbers of so many decimals; `notDecimal` when they are none. */
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

function addUp(atUs: Float64Array, firstUs: number, steps: Float64Array, unitUs: number): void {
  let at = firstUs;
  atUs[0] = at;
  for (let nth = 0; nth < steps.length; nth++) {
    at += steps[nth]! * unitUs;
    atUs[nth + 1] = at;
  }
}

function divide(numbers: Float64Array, divisor: number): void {
  for (let nth = 0; nth < numbers.length; nth++) numbers[nth] = numbers[nth]! / divisor;
}
