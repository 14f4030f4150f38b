import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import { onlyPartition, startOf } from "../../../queue/position.ts";
import type { PartitionProgress, SettledCounts } from "../../partition-progress.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const progressSql =
  "SELECT position AS sequence, saved, already_stored AS alreadyStored, ended, dead FROM partitions";

/** Reads how far the processor has come, for other processes. */
export function readStoreProgress(dataDir: string): PartitionProgress {
  const db = openForReading(join(dataDir, storeFile), storeMigrations);
  if (db === null) return { position: startOf(onlyPartition), saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
  try {
    return readProgress(db);
  } finally {
    db.close();
  }
}

export function readProgress(db: Database): PartitionProgress {
  const { sequence, ...counts } = db.query(progressSql).get() as SettledCounts & { sequence: number };
  return { position: { partition: onlyPartition, sequence }, ...counts };
}
