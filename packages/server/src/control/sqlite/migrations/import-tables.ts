/**
 * Imports of readings, as far as they have come. A row changes with every portion of an upload, after the readings of
 * that portion are safe; `carry` is the beginning of a line whose rest has not come yet.
 */
export const importTables = `
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  format TEXT NOT NULL CHECK (format IN ('csv', 'ndjson')),
  mode TEXT NOT NULL CHECK (mode IN ('chain', 'store')),
  device TEXT,
  sensor TEXT,
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  file_key TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'finished')),
  received_bytes INTEGER NOT NULL DEFAULT 0,
  lines INTEGER NOT NULL DEFAULT 0,
  accepted INTEGER NOT NULL DEFAULT 0,
  duplicates INTEGER NOT NULL DEFAULT 0,
  problems INTEGER NOT NULL DEFAULT 0,
  header TEXT CHECK (header IS NULL OR json_valid(header)),
  carry BLOB NOT NULL,
  skipping INTEGER NOT NULL DEFAULT 0 CHECK (skipping IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_by_account ON imports (account_id, id);

CREATE TABLE import_problems (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (import_id, line)
) STRICT, WITHOUT ROWID;
`;
