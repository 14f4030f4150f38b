import type { ReadingSeries } from "./reading-series.ts";

/**
 * Whether a block can hold the row: no metadata, and times that a double holds exactly. The plus keeps SQLite from choosing these
 * limits of the time instead of those of the query, which would take it through all rows of the sensor.
 */
export const mergeableRow = `(metadata IS NULL
  AND +at_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND received_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND (device_us IS NULL OR device_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}))`;

/** Rows of one sensor in order of time, then value. */
export type RowPage = [
  atUs: number,
  value: number,
  receivedUs: number,
  deviceUs: number | null,
  fits: 0 | 1,
][];

/** The rows of a page up to a time that a block can hold, as a series, and the time of the last row looked at. */
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
