import type { Database } from "bun:sqlite";
import { nameOrder } from "../../name-order.ts";

/**
 * Lists of devices are read from these two indexes alone: they hold what a list filters and searches by, so that a search
 * that finds little in a large fleet reads neither the devices nor their sensors. The one of sensors tells whose slug it is.
 */
const deviceListIndexes = `
DROP INDEX devices_by_account;
CREATE INDEX devices_by_account ON devices (account_id, id, group_id, enabled, name, description, uuid);
CREATE INDEX devices_by_name ON devices (account_id, name COLLATE NOCASE, id, group_id, enabled, description, uuid);
CREATE INDEX sensors_by_slug ON sensors (slug, device_id);
`;

/**
 * A token that was replaced may stay valid beside the new one for a while. Only then is the last use of each token recorded.
 * While a device has one token, every connection of the device is a use of it.
 */
const tokenOverlapColumns = `
ALTER TABLE devices ADD COLUMN previous_token_hash BLOB CHECK (length(previous_token_hash) = 32);
ALTER TABLE devices ADD COLUMN previous_token_created_at INTEGER;
ALTER TABLE devices ADD COLUMN previous_token_expires_at INTEGER;
ALTER TABLE devices ADD COLUMN previous_token_until_first_use INTEGER NOT NULL DEFAULT 0
  CHECK (previous_token_until_first_use IN (0, 1));
ALTER TABLE devices ADD COLUMN previous_token_last_used_at INTEGER;
ALTER TABLE devices ADD COLUMN token_last_used_at INTEGER;
ALTER TABLE devices ADD COLUMN token_sole_since INTEGER;
UPDATE devices SET token_sole_since = token_created_at;
`;

/** What the sensors of an account may be; a sensor names one by its name, or writes what it likes. */
const sensorTypeTable = `
CREATE TABLE sensor_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  unit TEXT,
  decimals INTEGER,
  min REAL,
  max REAL,
  icon TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;

/** Whether rejected readings of a device are kept, so that they can be submitted again. */
export const quarantineColumn = `
ALTER TABLE devices ADD COLUMN quarantine INTEGER NOT NULL DEFAULT 0 CHECK (quarantine IN (0, 1));
`;

/**
 * Since when the quarantine of a device is automatic (see automatic-quarantine.ts); null where it is not. Devices that there
 * were before keep what they have. The index finds the few that are new among many.
 */
export const automaticQuarantineColumn = `
ALTER TABLE devices ADD COLUMN quarantine_auto_since INTEGER;
CREATE INDEX devices_with_automatic_quarantine ON devices (quarantine_auto_since)
  WHERE quarantine_auto_since IS NOT NULL;
`;

/** What the list by name is in the order of, in place of the name itself: see name-order.ts. */
export const nameOrderColumn = `
ALTER TABLE devices ADD COLUMN name_order TEXT NOT NULL DEFAULT '';
DROP INDEX devices_by_name;
CREATE INDEX devices_by_name ON devices (account_id, name_order, id, group_id, enabled, name, description, uuid);
`;

export function fillNameOrder(db: Database): void {
  const order = db.query("UPDATE devices SET name_order = ? WHERE id = ?");
  const devices = db.query("SELECT id, name FROM devices").values() as [id: number, name: string][];
  for (const [id, name] of devices) order.run(nameOrder(name), id);
}

export const deviceTables = deviceListIndexes + tokenOverlapColumns + sensorTypeTable;
