import { SQLiteError } from "bun:sqlite";

/** Any error of the database: of the store then, not of what was being stored. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof SQLiteError;
}

/** An I/O error of the disk itself, as opposed to no space or a lock: what was written may or may not be there. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof SQLiteError) || error.code === undefined) return false;
  return error.code.startsWith("SQLITE_IOERR") && error.code !== "SQLITE_IOERR_SHMSIZE";
}
