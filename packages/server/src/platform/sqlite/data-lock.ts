import { Database, SQLiteError } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate } from "../private-file.ts";

/** Held by the one server of a data folder. The system releases it when the process ends, however it ends. */
export interface DataLock {
  release(): void;
}

export class DataFolderInUseError extends Error {
  readonly code = "data_folder_in_use";
}

const lockFile = "weir.lock";
const lockTimeoutMs = 300;

/**
 * A lock on a small SQLite file, because SQLite brings the system's file locks with it and Bun has no call for them.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const path = join(dataDir, lockFile);
  keepPrivate(path);
  const db = new Database(path, { create: true, readwrite: true });
  try {
    // Waits a moment, because `isDataFolderLocked` of a command may be looking just now.
    db.run(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
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

/** Whether a server has the data folder. Looking takes no lock that could keep one from starting. */
export function isDataFolderLocked(dataDir: string): boolean {
  const path = join(dataDir, lockFile);
  if (!existsSync(path)) return false;
  const db = new Database(path, { readonly: true });
  try {
    db.query("SELECT 1 FROM sqlite_master").all();
    return false;
  } catch (error) {
    if (error instanceof SQLiteError && error.code === "SQLITE_BUSY") return true;
    throw error;
  } finally {
    db.close();
  }
}
