/**
 * Links that show one board to whoever has them. Only a hash of the token is kept. `picked` is what the link shows of a
 * board with a variable: the UUID of a device, or the name of a group.
 */
export const shareLinkTables = `
CREATE TABLE share_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  board_id INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL UNIQUE,
  picked_kind TEXT CHECK (picked_kind IN ('device', 'group')),
  picked TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX share_links_by_board ON share_links (board_id, id);
`;
