import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { Position } from "../queue.ts";
import { logFile, logMigrations } from "./log-schema.ts";

/** What the log on disk says of itself, for commands that find no server to ask. */
export interface StoredLogTotals {
  readonly acceptedReadings: number;
  readonly lastPosition: Position;
  readonly counters: Readonly<Record<string, number>>;
}

export function readLogTotals(dataDir: string): StoredLogTotals {
  const db = openForReading(join(dataDir, logFile), logMigrations);
  if (db === null) return { acceptedReadings: 0, lastPosition: 0, counters: {} };
  try {
    const last = db
      .query("SELECT position, accepted_total AS accepted FROM entries ORDER BY position DESC LIMIT 1")
      .get() as { position: Position; accepted: number } | null;
    const counters = db.query("SELECT name, total FROM counters").values() as [string, number][];
    return {
      acceptedReadings: last?.accepted ?? 0,
      lastPosition: last?.position ?? 0,
      counters: Object.fromEntries(counters),
    };
  } finally {
    db.close();
  }
}
