/** Saved filters of the device list. A filter with a user is that person's own and goes when the person leaves the account. */
export const deviceFilterTable = `
CREATE TABLE device_filters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER,
  name TEXT NOT NULL,
  parameters TEXT NOT NULL CHECK (json_valid(parameters)),
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX device_filters_by_owner ON device_filters (account_id, user_id);
`;
