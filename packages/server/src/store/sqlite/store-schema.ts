import type { Migration } from "../../platform/sqlite.ts";

export const storeFile = "weir.db";

/** Readings lie in the order they are asked for: by sensor, then time. The key is also what makes a row unique. */
export const storeMigrations: readonly Migration[] = [
  {
    version: 1,
    name: "readings, device records and progress",
    sql: `
      CREATE TABLE readings (
        sensor_id INTEGER NOT NULL,
        at_us INTEGER NOT NULL,
        value REAL NOT NULL,
        received_us INTEGER NOT NULL,
        device_us INTEGER,
        metadata TEXT,
        PRIMARY KEY (sensor_id, at_us, value)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE battery_levels (
        device_id INTEGER NOT NULL,
        received_us INTEGER NOT NULL,
        volts REAL NOT NULL,
        PRIMARY KEY (device_id, received_us, volts)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE connections (
        device_id INTEGER PRIMARY KEY,
        last_connected_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE dead_letters (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        reason TEXT NOT NULL,
        device_id INTEGER,
        sensor_id INTEGER,
        at_us INTEGER,
        value REAL,
        received_us INTEGER,
        metadata TEXT,
        raw BLOB
      ) STRICT;

      CREATE TABLE progress (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        position INTEGER NOT NULL,
        saved INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        dead INTEGER NOT NULL
      ) STRICT;
      INSERT INTO progress (id, position, saved, ended, dead) VALUES (1, 0, 0, 0, 0);
    `,
  },
];
