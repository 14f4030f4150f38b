/**
 * Matches rows that a block can hold: no metadata, and times that a double holds exactly. The plus keeps SQLite from
 * using these limits of the time instead of those of the query, which would make it read all rows of the sensor.
 */
export const mergeableRow = `(metadata IS NULL
  AND +at_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND received_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND (device_us IS NULL OR device_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}))`;
