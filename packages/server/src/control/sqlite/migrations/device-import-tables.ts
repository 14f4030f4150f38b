/**
 * Imports of devices, as far as they have come. The file is empty once an import is finished, and so is the list of its devices, which
 * is there to answer again what was lost on the way.
 */
export const deviceImportTables = `
CREATE TABLE device_imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  file_key TEXT NOT NULL,
  file BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'finished')),
  device_count INTEGER NOT NULL,
  created_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (account_id, file_key)
) STRICT;

CREATE TABLE device_import_devices (
  import_id INTEGER NOT NULL REFERENCES device_imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_import_devices_by_device ON device_import_devices (device_id);
`;
