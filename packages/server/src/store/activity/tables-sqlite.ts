import type { Database } from "bun:sqlite";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { requestsInSegments } from "./segments-sqlite.ts";
import { SqliteRequestWriter } from "./writer-sqlite.ts";

const movedAtOnce = 1000;

/** Requests lay in segments until `requestsTable`: see activity/segments-sqlite.ts. */
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

/**
 * The latest requests of devices, one row each. `line` describes the request (see activity/activity-line.ts); the other
 * columns are for searching. `activity_kept` holds the size of all requests.
 */
export const requestsTable = `
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  device_id INTEGER NOT NULL,
  arrival_ms REAL NOT NULL,
  request_id TEXT NOT NULL,
  accepted INTEGER NOT NULL,
  is_troubled INTEGER NOT NULL,
  reasons TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  line TEXT NOT NULL
) STRICT;
CREATE INDEX requests_by_device ON requests (device_id, arrival_ms);
CREATE INDEX requests_by_account ON requests (account_id, arrival_ms);
CREATE INDEX requests_troubled ON requests (account_id, arrival_ms) WHERE is_troubled;
CREATE INDEX requests_by_id ON requests (request_id);

CREATE TABLE activity_kept (
  partition INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO activity_kept (partition, bytes) VALUES (0, 0);
`;

/** Moves requests out of the segments in which they lay, so that none is lost. */
export function moveRequests(db: Database): void {
  const writer = new SqliteRequestWriter(db);
  let waiting: ActivityRecord[] = [];
  for (const record of requestsInSegments(db)) {
    if (waiting.push(record) < movedAtOnce) continue;
    writer.add(waiting);
    waiting = [];
  }
  writer.add(waiting);
  db.run("DROP TABLE activity_parts");
  db.run("DROP TABLE activity_segments");
}
