/**
 * The fates of a batch lie in one row for each thousand or so of request numbers that it has to do with, so that the rows
 * which may hold a request are few and found by their first number.
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

/** A row for each time that the chain of a sensor, or its version, was another than for the reading before. */
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
