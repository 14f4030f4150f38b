/** What loading sample data created, so that all of it can be removed. A row goes with what it names. */
export const sampleTables = `
CREATE TABLE sample_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  device_id INTEGER UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
  group_id INTEGER UNIQUE REFERENCES device_groups (id) ON DELETE CASCADE,
  board_id INTEGER UNIQUE REFERENCES boards (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  CHECK ((device_id IS NOT NULL) + (group_id IS NOT NULL) + (board_id IS NOT NULL) = 1)
) STRICT;
CREATE INDEX sample_items_by_account ON sample_items (account_id);
`;

/**
 * A sample that sends. Its row stays until nothing of the sample is left. Items are made again, because a check of a table
 * cannot be changed. `part` says which device of the sample a device is; without it, the device sends nothing.
 */
export const livingSampleTables = `
CREATE TABLE samples (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
  state TEXT NOT NULL CHECK (state IN ('loading', 'sending', 'removing')),
  seed INTEGER NOT NULL,
  loaded_at INTEGER NOT NULL,
  filled INTEGER NOT NULL,
  sent_until INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  worker TEXT,
  worker_until INTEGER
) STRICT;
CREATE INDEX samples_by_seen ON samples (state, seen_at);

CREATE TABLE sample_items_now (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  device_id INTEGER UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
  part TEXT,
  group_id INTEGER UNIQUE REFERENCES device_groups (id) ON DELETE CASCADE,
  board_id INTEGER UNIQUE REFERENCES boards (id) ON DELETE CASCADE,
  chain_id INTEGER UNIQUE REFERENCES chains (id) ON DELETE CASCADE,
  template_id INTEGER UNIQUE REFERENCES device_templates (id) ON DELETE CASCADE,
  chart_id INTEGER UNIQUE REFERENCES saved_charts (id) ON DELETE CASCADE,
  type_id INTEGER UNIQUE REFERENCES sensor_types (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  CHECK ((device_id IS NOT NULL) + (group_id IS NOT NULL) + (board_id IS NOT NULL) + (chain_id IS NOT NULL)
    + (template_id IS NOT NULL) + (chart_id IS NOT NULL) + (type_id IS NOT NULL) = 1),
  CHECK (part IS NULL OR device_id IS NOT NULL)
) STRICT;
INSERT INTO sample_items_now (id, account_id, device_id, group_id, board_id, created_at)
  SELECT id, account_id, device_id, group_id, board_id, created_at FROM sample_items;
DROP TABLE sample_items;
ALTER TABLE sample_items_now RENAME TO sample_items;
CREATE INDEX sample_items_by_account ON sample_items (account_id);
`;
