import { SQLiteError } from "bun:sqlite";

/** The write was refused before anything was promised, so the log is as it was. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof SQLiteError)) return false;
  return (
    error.code === "SQLITE_FULL" || error.code === "SQLITE_IOERR_SHMSIZE" || error.code === "SQLITE_BUSY"
  );
}
