import { SQLiteError } from "bun:sqlite";

/** Returns whether a write was refused for lack of space, before anything was promised, so the log is unchanged. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof SQLiteError)) return false;
  return (
    error.code === "SQLITE_FULL" || error.code === "SQLITE_IOERR_SHMSIZE" || error.code === "SQLITE_BUSY"
  );
}
