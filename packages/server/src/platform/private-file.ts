import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";

const ownerOnly = 0o600;
const rightsOfOthers = 0o077;

/**
 * Makes a database file accessible to its owner only, whatever the process's umask: creates it with mode 0600 if it is missing,
 * and removes the rights of others from one that an older version wrote. SQLite gives the files it adds beside it the same
 * mode.
 */
export function keepPrivate(path: string): void {
  // "a" creates the file with its mode at once, so others can open it at no moment.
  closeSync(openSync(path, "a", ownerOnly));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file) && hasRightsOfOthers(file)) chmodSync(file, ownerOnly);
  }
}

/**
 * Returns whether users other than the owner have any rights on the file or folder. Always false on Windows, where modes mean
 * nothing.
 */
export function hasRightsOfOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & rightsOfOthers) !== 0;
}
