/**
 * Requests lie in segments: many requests together, sorted by device, so that recording one costs very little. A
 * segment is cut into parts (see activity-part.ts), so that finding the requests of one device reads little of it.
 * Segments are ordered by id, newest last. The accounts with requests in a segment, and the marks of all its requests
 * (see activity-mark.ts), tell whether the segment is worth reading.
 */
export const activityTables = `
CREATE TABLE activity_segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  level INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  accounts BLOB NOT NULL,
  marks BLOB NOT NULL
) STRICT;

CREATE TABLE activity_parts (
  segment_id INTEGER NOT NULL,
  first_device INTEGER NOT NULL,
  directory BLOB NOT NULL,
  lines BLOB NOT NULL,
  PRIMARY KEY (segment_id, first_device)
) STRICT;

CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  device_id INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  reason TEXT NOT NULL,
  arrival_ms INTEGER NOT NULL,
  correction_us INTEGER NOT NULL,
  url_sensor TEXT,
  entry TEXT NOT NULL
) STRICT;
CREATE INDEX quarantine_by_account ON quarantine (account_id, id);
CREATE INDEX quarantine_by_device ON quarantine (device_id, id);

ALTER TABLE connections ADD COLUMN clock_offset_ms INTEGER;
`;

/** The learned sending rhythm of a device: see manage/devices/expectation/device-rhythm.ts. */
export const rhythmColumn = "ALTER TABLE connections ADD COLUMN rhythm TEXT;";

/** Not a column of `connections`, because a device that never connected may have refused requests. */
export const deviceTroublesTable = `
CREATE TABLE device_troubles (
  device_id INTEGER PRIMARY KEY,
  last_troubled_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX device_troubles_by_time ON device_troubles (last_troubled_ms);
`;

/** When a device last sent right times and wrong ones: see SentTimes in activity-keeper.ts. */
export const sentTimesColumns = `
ALTER TABLE connections ADD COLUMN current_ms INTEGER;
ALTER TABLE connections ADD COLUMN wrong_ms INTEGER;
ALTER TABLE connections ADD COLUMN behind_ms INTEGER;
CREATE INDEX connections_wrong ON connections (device_id) WHERE wrong_ms > current_ms;
`;
