import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { ReadingKey } from "../reading-queries.ts";
import type { ReadingRow } from "../reading-row.ts";

/** The columns of a `ReadingRow`. */
export const readingColumns = `at_us AS "atUs", value, received_us AS "receivedUs", device_us::text AS "deviceUs", metadata`;

interface RowRange {
  readonly sensorId: number;
  /** Exclusive. */
  readonly from: ReadingKey;
  /** The end of the rows: exclusive going forwards, inclusive going backwards. */
  readonly endUs: number;
  readonly max: number;
}

/** Returns the first rows after a key, oldest first. */
export async function rowsAfter(
  tx: PostgresSession,
  { sensorId, from, endUs, max }: RowRange,
): Promise<ReadingRow[]> {
  const { rows } = await tx.query<ReadingRow>({
    name: "rows after",
    text: `SELECT ${readingColumns} FROM weir_store.readings
      WHERE sensor_id = $1 AND at_us >= $2 AND (at_us, value) > ($2, $3) AND at_us < $4
      ORDER BY at_us, value LIMIT $5`,
    values: [sensorId, from.atUs, from.value, endUs, max],
  });
  return rows;
}

/** Returns the last rows before a key, newest first. */
export async function rowsBefore(
  tx: PostgresSession,
  { sensorId, from, endUs, max }: RowRange,
): Promise<ReadingRow[]> {
  const { rows } = await tx.query<ReadingRow>({
    name: "rows before",
    text: `SELECT ${readingColumns} FROM weir_store.readings
      WHERE sensor_id = $1 AND at_us <= $2 AND (at_us, value) < ($2, $3) AND at_us >= $4
      ORDER BY at_us DESC, value DESC LIMIT $5`,
    values: [sensorId, from.atUs, from.value, endUs, max],
  });
  return rows;
}
