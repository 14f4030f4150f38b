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
