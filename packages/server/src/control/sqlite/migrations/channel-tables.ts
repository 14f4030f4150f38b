/**
 * Channels, and the installation's key for Web Push. A person's own channel refers to the membership, so that it goes when
 * the person leaves the account.
 */
export const channelTables = `
CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER,
  name TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('mail', 'webhook', 'slack', 'teams', 'discord', 'telegram', 'ntfy', 'push')),
  address TEXT NOT NULL,
  destination TEXT NOT NULL,
  sealed BLOB NOT NULL,
  quiet_hours TEXT CHECK (quiet_hours IS NULL OR json_valid(quiet_hours)),
  created_at INTEGER NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX channels_by_owner ON channels (account_id, user_id);

CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
