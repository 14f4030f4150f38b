import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { Position } from "../queue.ts";
import { logFile, logMigrations } from "./log-schema.ts";

/**
 * Whether a processor that stands at `position` can go on with this log and miss nothing. Positions count bytes and
 * entries follow each other without gaps, so the first entry after the position must start at it; where there is none,
 * the log must end at it.
 */
export function logContinues(dataDir: string, position: Position): boolean {
  const db = openForReading(join(dataDir, logFile), logMigrations);
  if (db === null) return position === 0;
  try {
    const next = db
      .query(
        "SELECT position - length(data) AS start FROM entries WHERE position > ? ORDER BY position LIMIT 1",
      )
      .get(position) as { start: Position } | null;
    if (next !== null) return next.start === position;
    const last = db.query("SELECT max(position) AS position FROM entries").get() as {
      position: Position | null;
    };
    return (last.position ?? 0) === position;
  } finally {
    db.close();
  }
}
