import { join } from "node:path";
import { errorCode } from "../../platform/error-code.ts";
import { syncPath } from "../../platform/sync-path.ts";
import { logFile } from "./log-schema.ts";

/**
 * Syncs the log before it is read. A process that was killed between a write and its fsync leaves an entry that can be
 * read but is not durable yet. Nothing may depend on such an entry, neither a duplicate nor a stored row.
 */
export function syncFoundLog(dataDir: string): void {
  try {
    syncPath(join(dataDir, `${logFile}-wal`));
  } catch (error) {
    // The file may disappear meanwhile: whoever closes the log last has moved its contents into the main file and
    // synced that.
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  syncPath(dataDir);
}
