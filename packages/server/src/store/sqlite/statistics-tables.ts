/**
 * Figures are columns, so that adding them up is left to SQLite; a zero takes one byte. A new drop reason needs a column
 * in both tables, in a migration of its own.
 */
const figures = `
  accepted INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  dead INTEGER NOT NULL,
  duplicates INTEGER NOT NULL,
  dropped_unknown_sensor INTEGER NOT NULL,
  dropped_missing_identifier INTEGER NOT NULL,
  dropped_missing_value INTEGER NOT NULL,
  dropped_invalid_shape INTEGER NOT NULL,
  dropped_future_timestamp INTEGER NOT NULL,
  dropped_invalid_value INTEGER NOT NULL,
  dropped_invalid_timestamp INTEGER NOT NULL,
  dropped_metadata_too_large INTEGER NOT NULL`;

/**
 * The slot comes first, so that counting goes on at the end of a table and old slots go in one piece. How many rows
 * there are is kept beside them, because SQLite would have to read them all to say so.
 */
export const statisticsTables = `
CREATE TABLE sensor_statistics (
  unit_s INTEGER NOT NULL,
  slot_s INTEGER NOT NULL,
  device_id INTEGER NOT NULL,
  sensor_id INTEGER NOT NULL,
  ${figures},
  PRIMARY KEY (unit_s, slot_s, device_id, sensor_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_statistics (
  unit_s INTEGER NOT NULL,
  slot_s INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  ${figures},
  PRIMARY KEY (unit_s, slot_s, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE statistics_sizes (
  table_name TEXT NOT NULL,
  unit_s INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (table_name, unit_s)
) STRICT, WITHOUT ROWID;
`;

/** Of a request that was refused as a whole only accounts are counted. `reason` is the place of its code. */
export const refusedRequestsTable = `
CREATE TABLE refused_requests (
  unit_s INTEGER NOT NULL,
  slot_s INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  reason INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (unit_s, slot_s, account_id, reason)
) STRICT, WITHOUT ROWID;
`;

/** What was counted before this was counted as saved, whether or not its row was there already. */
export const alreadyStoredColumns = `
ALTER TABLE progress ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sensor_statistics ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_statistics ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
`;
