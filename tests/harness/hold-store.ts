import { Database } from "bun:sqlite";
import { join } from "node:path";

/**
 * Keeps the processor from writing: holds the write lock of the reading store until disposed of. The processor waits
 * for it as it would for a slow disk, and the queue fills up behind it.
 */
export function holdStore(dataDir: string): Disposable {
  const store = new Database(join(dataDir, "weir.db"), { readwrite: true });
  store.run("PRAGMA busy_timeout = 10000");
  store.run("BEGIN IMMEDIATE");
  return {
    [Symbol.dispose]() {
      store.run("ROLLBACK");
      store.close();
    },
  };
}
