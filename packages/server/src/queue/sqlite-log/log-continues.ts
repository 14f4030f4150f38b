import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import { logFile, logMigrations } from "./log-schema.ts";

/**
 * Returns whether a processor at `sequence` can continue with this log and miss nothing. Sequences count bytes and
 * entries follow each other without gaps, so the first entry after it must start there. If there is none, the log must
 * end there.
 */
export function logContinues(dataDir: string, sequence: number): boolean {
  const db = openForReading(join(dataDir, logFile), logMigrations);
  if (db === null) return sequence === 0;
  try {
    const next = db
      .query(
        "SELECT position - length(data) AS start FROM entries WHERE position > ? ORDER BY position LIMIT 1",
      )
      .get(sequence) as { start: number } | null;
    if (next !== null) return next.start === sequence;
    const last = db.query("SELECT max(position) AS position FROM entries").get() as {
      position: number | null;
    };
    return (last.position ?? 0) === sequence;
  } finally {
    db.close();
  }
}
