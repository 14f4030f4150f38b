/**
 * Rows of a batch with readings of many sensors are staged first. In `readings` they would go to as many pages as there
 * are sensors, and each page is written as a whole. A batch is staged as one *part*, sorted by sensor, so its rows lie
 * side by side at the end of the table. RowFiler later moves the rows of many parts into `readings`, so that each page
 * is written once for several rows.
 *
 * Sensors below `filed_to` of a part are filed: their remaining rows in the part no longer count. -1 means that filing
 * has not begun. `first_us` and `last_us` keep readers from looking into parts of other times.
 */
export const stagedTables = `
  CREATE TABLE staged_parts (
    part INTEGER PRIMARY KEY,
    first_us INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    filed_to INTEGER NOT NULL DEFAULT -1
  ) STRICT;

  CREATE TABLE staged_readings (
    part INTEGER NOT NULL,
    sensor_id INTEGER NOT NULL,
    at_us INTEGER NOT NULL,
    value REAL NOT NULL,
    received_us INTEGER NOT NULL,
    device_us INTEGER,
    metadata TEXT,
    PRIMARY KEY (part, sensor_id, at_us, value)
  ) STRICT, WITHOUT ROWID;
`;

/** Rows that are staged and not filed yet. The order of the join matters: it searches each part for a sensor. */
export const stagedRows = `staged_parts CROSS JOIN staged_readings
  ON staged_readings.part = staged_parts.part AND sensor_id >= filed_to`;

/** The rows that a query selects. */
interface RowsWanted {
  readonly columns: string;
  /** A condition on the columns of `readings`. */
  readonly where: string;
  /** No selected row is older than `fromUs` or newer than `toUs`. */
  readonly fromUs?: string;
  readonly toUs?: string;
}

/** Builds a SELECT over filed and staged rows. An order and a limit may follow it. */
export function selectRows({ columns, where, fromUs, toUs }: RowsWanted): string {
  const conditions = [where];
  if (fromUs !== undefined) conditions.push(`last_us >= ${fromUs}`);
  if (toUs !== undefined) conditions.push(`first_us <= ${toUs}`);
  return `SELECT ${columns} FROM readings WHERE ${where}
    UNION ALL SELECT ${columns} FROM ${stagedRows} WHERE ${conditions.join(" AND ")}`;
}
