import type { ReadingSeries } from "./reading-series.ts";

/** Rows of one sensor ordered by time, then value. */
export type RowPage = [
  atUs: number,
  value: number,
  receivedUs: number,
  deviceUs: number | null,
  fits: 0 | 1,
][];

/** Returns the rows of a page up to a time that a block can hold, as a series, and the time of the last row looked at. */
export function readRowPage(rows: RowPage, upToUs: number): { series: ReadingSeries; lastUs: number } {
  const atUs = new Float64Array(rows.length);
  const values = new Float64Array(rows.length);
  const receivedUs = new Float64Array(rows.length);
  const deviceOffsetsUs = new Float64Array(rows.length);
  let count = 0;
  let lastUs = Number.NEGATIVE_INFINITY;
  let haveDeviceTimes = false;
  for (const [at, value, received, device, fits] of rows) {
    if (at > upToUs) break;
    lastUs = at;
    if (fits === 0) continue;
    atUs[count] = at;
    values[count] = value;
    receivedUs[count] = received;
    deviceOffsetsUs[count] = device === null ? Number.NaN : device - at;
    if (device !== null) haveDeviceTimes = true;
    count++;
  }
  const offsets = haveDeviceTimes ? deviceOffsetsUs : null;
  return { series: { count, atUs, values, receivedUs, deviceOffsetsUs: offsets }, lastUs };
}
