import { Database, SQLiteError } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nameOfProcess } from "../../platform/name-of-process.ts";
import { keepPrivate } from "../../platform/private-file.ts";

/**
 * Locks of a data folder: one for the server as a whole, and one for each role that runs on it, as part of a server or
 * alone. The operating system releases a lock when its process ends for any reason.
 */
export interface DataLock {
  release(): void;
}

export class DataFolderInUseError extends Error {
  readonly code = "data_folder_in_use";
}

const serverLock = "weir.lock";
const lockedRoleNames = ["ingest", "process", "deliver", "manage"] as const;
/** Held by a process that only delivers, for as long as it runs. The processor then gives the delivery up. */
const loneDelivererLock = "deliver-alone.lock";
const lockTimeoutMs = 300;
const lookAgainMs = 50;

type LockedRole = (typeof lockedRoleNames)[number];

/** Locks the folder for a server with all its roles. */
export function lockDataFolder(dataDir: string): DataLock {
  const lock = tryLock(join(dataDir, serverLock));
  if (lock !== null) return lock;
  throw new DataFolderInUseError(
    `Another Weir server is using ${dataDir}. Stop it first, or choose another folder with --data.`,
  );
}

/**
 * Waits up to `waitMs` for a process that is ending to release the lock. `number` says which of several processes with the
 * role wants it.
 */
export async function lockRole(
  dataDir: string,
  role: LockedRole,
  waitMs: number,
  number = 0,
): Promise<DataLock> {
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const lock = tryLockRole(dataDir, role, number);
    if (lock !== null) return lock;
    if (performance.now() > deadlineMs) {
      throw rolesInUse(dataDir, [role]);
    }
    await Bun.sleep(lookAgainMs);
  }
}

/** Null if another process has the role. Then it waits for a moment, during which the thread does nothing else. */
export function tryLockRole(dataDir: string, role: LockedRole, number = 0): DataLock | null {
  return tryLock(join(dataDir, lockFile(role, number)));
}

/** Whether another process delivers. Does not wait. */
export function hasDeliverer(dataDir: string): boolean {
  return isLocked(join(dataDir, lockFile("deliver", 0)));
}

/**
 * For a process that only delivers. Once it has this lock, `lockRole` gets the role from a processor within seconds.
 */
export function lockLoneDeliverer(dataDir: string): DataLock {
  const lock = tryLock(join(dataDir, loneDelivererLock));
  if (lock === null) throw rolesInUse(dataDir, ["deliver"]);
  return lock;
}

export function hasLoneDeliverer(dataDir: string): boolean {
  return isLocked(join(dataDir, loneDelivererLock));
}

/** The error for a caller that needs a data folder in which processes run these roles. */
export function rolesInUse(dataDir: string, roles: readonly LockedRole[]): DataFolderInUseError {
  return new DataFolderInUseError(
    `Another Weir process has the role ${roles.join(", ")} on ${dataDir}. Stop it first, or choose another folder with --data.`,
  );
}

/**
 * Locks a small SQLite file, because SQLite uses the system's file locks and Bun has no call for them. Null if another
 * process has the lock.
 */
function tryLock(path: string): DataLock | null {
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
    return null;
  }
  return { release: () => db.close() };
}

/** Whether a server, or a role alone, has the data folder. Looking takes no lock that could prevent a start. */
export function isDataFolderLocked(dataDir: string): boolean {
  return isServerLocked(dataDir) || lockedRoles(dataDir).length > 0;
}

export function isServerLocked(dataDir: string): boolean {
  return isLocked(join(dataDir, serverLock));
}

/** The roles that run on the folder. */
export function lockedRoles(dataDir: string): LockedRole[] {
  return lockedRoleNames.filter((role) => {
    for (let number = 0; ; number++) {
      const path = join(dataDir, lockFile(role, number));
      if (isLocked(path)) return true;
      // Processes create the files in order, and nobody deletes them.
      if (number > 0 && !existsSync(path)) return false;
    }
  });
}

function lockFile(role: LockedRole, number: number): string {
  return `${nameOfProcess(role, number)}.lock`;
}

function isLocked(path: string): boolean {
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
