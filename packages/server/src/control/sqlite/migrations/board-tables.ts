/**
 * Boards and their versions. A board with a user is that person's own. It refers to the membership, so that it goes when
 * the person leaves the account. The name and definition of a board are those of its current version.
 */
export const boardTables = `
CREATE TABLE boards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX boards_by_owner ON boards (account_id, user_id);

CREATE TABLE board_versions (
  board_id INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version > 0),
  name TEXT NOT NULL,
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  saved_at INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  PRIMARY KEY (board_id, version)
) STRICT;
`;
