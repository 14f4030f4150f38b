/**
 * The fates of a batch are stored in one row per thousand or so request numbers. So few rows may hold a request, and
 * they are found by their first number.
 */
export const receiptTables = `
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_boot INTEGER NOT NULL,
  first_number INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  last_arrival_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  ends TEXT NOT NULL,
  runs BLOB NOT NULL
) STRICT;
CREATE INDEX receipts_by_request ON receipts (request_boot, first_number, last_number);

CREATE TABLE receipts_kept (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL,
  forgotten_before_ms INTEGER NOT NULL
) STRICT;
INSERT INTO receipts_kept (id, bytes, forgotten_before_ms) VALUES (1, 0, 0);
`;

/** One row for each time that the chain of a sensor, or its version, differed from that of the reading before. */
export const chainsInUseTable = `
CREATE TABLE chains_in_use (
  device_id INTEGER NOT NULL,
  sensor_id INTEGER NOT NULL,
  from_position INTEGER NOT NULL,
  chain_id INTEGER NOT NULL,
  chain_version INTEGER NOT NULL,
  PRIMARY KEY (device_id, sensor_id, from_position)
) STRICT, WITHOUT ROWID;
`;

/**
 * One row per device and place where its readings were lost. The times tell which requests of the device are worth
 * looking up in the receipts, so requests with lost readings are found without reading all of them.
 */
export const unsavedEndsTable = `
CREATE TABLE unsaved_ends (
  device_id INTEGER NOT NULL,
  fate TEXT NOT NULL,
  chain_id INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  output TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  chain_version INTEGER NOT NULL,
  sensor_id INTEGER NOT NULL,
  value REAL NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY (device_id, fate, chain_id, node_id, output)
) STRICT, WITHOUT ROWID;
CREATE INDEX unsaved_ends_by_account ON unsaved_ends (account_id, last_ms);
CREATE INDEX unsaved_ends_by_time ON unsaved_ends (last_ms);
`;
