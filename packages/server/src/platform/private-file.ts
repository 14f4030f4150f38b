import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";

const ownerOnly = 0o600;
const rightsOfOthers = 0o077;

/**
 * Keeps a database file to its owner, whatever umask the process runs under: creates it with mode 0600 where it is missing, and
 * takes the rights of others away from one that an older version wrote. SQLite gives the files it adds beside it the same mode.
 */
export function keepPrivate(path: string): void {
  // "a" creates the file with its mode at once, so that there is no moment in which others could open it.
  closeSync(openSync(path, "a", ownerOnly));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file) && hasRightsOfOthers(file)) chmodSync(file, ownerOnly);
  }
}

/** Whether users other than the owner may do anything with the file or folder. Always false on Windows, where modes mean nothing. */
export function hasRightsOfOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & rightsOfOthers) !== 0;
}
