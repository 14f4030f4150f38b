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
