/**
 * Figures are columns, so that SQLite can sum them; a zero takes one byte. A new drop reason needs a column in both
 * tables, in its own migration.
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
 * The slot comes first in the key, so that counting appends at the end of a table and old slots are deleted in one
 * piece. The number of rows is stored beside them, because SQLite would have to read all rows to count them.
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

/** Requests that were refused as a whole are counted for accounts only. `reason` is the index of its code. */
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

/** Before this migration, already stored readings were counted as saved. */
export const alreadyStoredColumns = `
ALTER TABLE progress ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sensor_statistics ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_statistics ADD COLUMN already_stored INTEGER NOT NULL DEFAULT 0;
`;
