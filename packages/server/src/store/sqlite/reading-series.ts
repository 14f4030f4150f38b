/**
 * Readings of one sensor in order of time, then value, none of them twice: what a block holds. A column for each field,
 * of which the first `count` numbers count. Times are whole microseconds from 1970 to what a double holds exactly.
 */
export interface ReadingSeries {
  readonly count: number;
  readonly atUs: Float64Array;
  readonly values: Float64Array;
  readonly receivedUs: Float64Array;
  /** How far the time the device sent is from `atUs`; NaN where it sent none, and null where it sent none with any of them. */
  readonly deviceOffsetsUs: Float64Array | null;
}

/** The number of readings up to this time and value, those included. */
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
