import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { StoreProgress } from "../reading-store.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

export const progressSql =
  "SELECT position, saved, already_stored AS alreadyStored, ended, dead FROM partitions";

/** How far the processor has come, for those who are not the processor. */
export function readStoreProgress(dataDir: string): StoreProgress {
  const db = openForReading(join(dataDir, storeFile), storeMigrations);
  if (db === null) return { position: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
  try {
    return db.query(progressSql).get() as StoreProgress;
  } finally {
    db.close();
  }
}
