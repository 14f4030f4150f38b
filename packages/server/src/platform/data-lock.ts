import { Database, SQLiteError } from "bun:sqlite";
import { join } from "node:path";

/** Held by the one server of a data folder. The system releases it when the process ends, however it ends. */
export interface DataLock {
  release(): void;
}

export class DataFolderInUseError extends Error {
  readonly code = "data_folder_in_use";
}

/**
 * A lock on a small SQLite file, because SQLite brings the system's file locks with it and Bun has no call for them.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const db = new Database(join(dataDir, "weir.lock"), { create: true, readwrite: true });
  try {
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    db.run("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (!(error instanceof SQLiteError) || error.code !== "SQLITE_BUSY") throw error;
    throw new DataFolderInUseError(
      `Another Weir server is using ${dataDir}. Stop it first, or choose another folder with --data.`,
    );
  }
  return { release: () => db.close() };
}
