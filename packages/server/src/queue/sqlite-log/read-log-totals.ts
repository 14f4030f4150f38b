import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import { onlyPartition, type Position } from "../position.ts";
import type { QueueTotals } from "../queue.ts";
import { logFile, logMigrations } from "./log-schema.ts";

/** Reads the totals of the log on disk, for processes that do not write it. Everything after `settled` is the backlog. */
export function readLogTotals(dataDir: string, settled: Position): QueueTotals {
  const db = openForReading(join(dataDir, logFile), logMigrations);
  if (db === null) return { acceptedReadings: 0, lastPosition: at(0), backlogBytes: 0, counters: {} };
  try {
    const last = db
      .query("SELECT position, accepted_total AS accepted FROM entries ORDER BY position DESC LIMIT 1")
      .get() as { position: number; accepted: number } | null;
    const counters = db.query("SELECT name, total FROM counters").values() as [string, number][];
    const sequence = last?.position ?? 0;
    return {
      acceptedReadings: last?.accepted ?? 0,
      lastPosition: at(sequence),
      backlogBytes: Math.max(0, sequence - settled.sequence),
      counters: Object.fromEntries(counters),
    };
  } finally {
    db.close();
  }
}

function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}
