/**
 * Saved charts and annotations. A chart with a user is that person's own and goes when the person leaves the account, as
 * boards do. An annotation goes with its device or sensor.
 */
export const chartTables = `
CREATE TABLE saved_charts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER,
  name TEXT NOT NULL,
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  version INTEGER NOT NULL CHECK (version > 0),
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX saved_charts_by_owner ON saved_charts (account_id, user_id);

CREATE TABLE annotations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  sensor_id INTEGER REFERENCES sensors (id) ON DELETE CASCADE,
  at_us INTEGER NOT NULL,
  until_us INTEGER CHECK (until_us > at_us),
  text TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX annotations_by_device ON annotations (device_id, at_us);
CREATE INDEX annotations_by_sensor ON annotations (sensor_id) WHERE sensor_id IS NOT NULL;
`;
