import type { Migration } from "../../platform/sqlite/open-database.ts";

export const logFile = "queue.db";

/**
 * `position` is the length of the log in bytes after the entry, so the backlog in bytes is a subtraction.
 * `accepted_total` counts readings since the log began. The newest entry is never trimmed, so both survive trimming.
 */
export const logMigrations: readonly Migration[] = [
  {
    version: 1,
    name: "log entries, counters and the probe",
    sql: `
      CREATE TABLE entries (
        position INTEGER PRIMARY KEY,
        readings INTEGER NOT NULL,
        accepted_total INTEGER NOT NULL,
        appended_ms INTEGER NOT NULL,
        data BLOB NOT NULL
      ) STRICT;
      CREATE TABLE counters (
        name TEXT PRIMARY KEY,
        total INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE probe (
        id INTEGER PRIMARY KEY,
        data BLOB NOT NULL
      ) STRICT;
    `,
  },
  // The tables stay as they are, but an older Weir could not read dense frames (see packed-readings.ts).
  { version: 2, name: "dense frames", sql: "" },
];
