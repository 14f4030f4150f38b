import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import { onlyPartition, startOf } from "../../../queue/position.ts";
import type { PartitionProgress, SettledCounts } from "../../partition-progress.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

/** Reads how far each partition is settled, for other processes than its processor. There is at least one partition. */
export function readStoreProgress(dataDir: string): readonly PartitionProgress[] {
  const db = openForReading(join(dataDir, storeFile), storeMigrations);
  if (db === null)
    return [{ position: startOf(onlyPartition), saved: 0, alreadyStored: 0, ended: 0, dead: 0 }];
  try {
    return readPartitions(db);
  } finally {
    db.close();
  }
}

export function readPartitions(db: Database): readonly PartitionProgress[] {
  const rows = db
    .query(
      `SELECT partition, position AS sequence, saved, already_stored AS alreadyStored, ended, dead FROM partitions
       ORDER BY partition`,
    )
    .all() as (SettledCounts & { partition: number; sequence: number })[];
  return rows.map(({ partition, sequence, ...counts }) => ({ position: { partition, sequence }, ...counts }));
}
