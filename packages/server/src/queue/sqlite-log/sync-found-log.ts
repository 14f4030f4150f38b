import { join } from "node:path";
import { syncPath } from "../../platform/sync-path.ts";
import { logFile } from "./log-schema.ts";

/**
 * A process that was killed between a write and its fsync leaves an entry that can be read and is not yet durable.
 * Nothing may be built on it, no duplicate and no stored row, before it is.
 */
export function syncFoundLog(dataDir: string): void {
  try {
    syncPath(join(dataDir, `${logFile}-wal`));
  } catch (error) {
    // It may go while this looks: whoever closes the file last has moved all of it into the file, and synced that.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  syncPath(dataDir);
}
