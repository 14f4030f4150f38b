/**
 * Readings of one sensor ordered by time, then value, without repeats: the contents of a block. Each field is a column
 * whose first `count` numbers are in use. Times are whole microseconds from 1970 on that a double holds exactly.
 */
export interface ReadingSeries {
  readonly count: number;
  readonly atUs: Float64Array;
  readonly values: Float64Array;
  readonly receivedUs: Float64Array;
  /**
   * The distance of the device's time from `atUs`; NaN if the device sent none with a reading, null if it sent none
   * with any.
   */
  readonly deviceOffsetsUs: Float64Array | null;
}

/** Counts the readings up to and including this time and value. */
export function countUpTo(series: ReadingSeries, atUs: number, value: number): number {
  let low = 0;
  let high = series.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const middleUs = series.atUs[middle]!;
    if (middleUs < atUs || (middleUs === atUs && series.values[middle]! <= value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function holds(series: ReadingSeries, atUs: number, value: number): boolean {
  const last = countUpTo(series, atUs, value) - 1;
  return last >= 0 && series.atUs[last] === atUs && series.values[last] === value;
}

/** Merges two series. No reading may be in both. */
export function mergeSeries(one: ReadingSeries, other: ReadingSeries): ReadingSeries {
  const count = one.count + other.count;
  const atUs = new Float64Array(count);
  const values = new Float64Array(count);
  const receivedUs = new Float64Array(count);
  const haveDeviceTimes = one.deviceOffsetsUs !== null || other.deviceOffsetsUs !== null;
  const deviceOffsetsUs = haveDeviceTimes ? new Float64Array(count) : null;
  let ones = 0;
  let others = 0;
  for (let nth = 0; nth < count; nth++) {
    const isOne = others === other.count || (ones < one.count && isBefore(one, ones, other, others));
    const from = isOne ? one : other;
    const place = isOne ? ones++ : others++;
    atUs[nth] = from.atUs[place]!;
    values[nth] = from.values[place]!;
    receivedUs[nth] = from.receivedUs[place]!;
    if (deviceOffsetsUs !== null) deviceOffsetsUs[nth] = from.deviceOffsetsUs?.[place] ?? Number.NaN;
  }
  return { count, atUs, values, receivedUs, deviceOffsetsUs };
}

/** Puts series together of which each is later than the one before. */
export function joinSeries(parts: readonly ReadingSeries[]): ReadingSeries {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const haveDeviceTimes = parts.some(({ deviceOffsetsUs }) => deviceOffsetsUs !== null);
  const atUs = new Float64Array(count);
  const values = new Float64Array(count);
  const receivedUs = new Float64Array(count);
  const deviceOffsetsUs = haveDeviceTimes ? new Float64Array(count).fill(Number.NaN) : null;
  let place = 0;
  for (const part of parts) {
    atUs.set(part.atUs.subarray(0, part.count), place);
    values.set(part.values.subarray(0, part.count), place);
    receivedUs.set(part.receivedUs.subarray(0, part.count), place);
    if (part.deviceOffsetsUs !== null)
      deviceOffsetsUs?.set(part.deviceOffsetsUs.subarray(0, part.count), place);
    place += part.count;
  }
  return { count, atUs, values, receivedUs, deviceOffsetsUs };
}

function isBefore(one: ReadingSeries, nth: number, other: ReadingSeries, mth: number): boolean {
  const distanceUs = one.atUs[nth]! - other.atUs[mth]!;
  return distanceUs < 0 || (distanceUs === 0 && one.values[nth]! < other.values[mth]!);
}
