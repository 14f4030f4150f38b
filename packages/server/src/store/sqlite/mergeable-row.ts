/**
 * Whether a block can hold the row: no metadata, and times that a double holds exactly. The plus keeps SQLite from choosing these
 * limits of the time instead of those of the query, which would take it through all rows of the sensor.
 */
export const mergeableRow = `(metadata IS NULL
  AND +at_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND received_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND (device_us IS NULL OR device_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}))`;
