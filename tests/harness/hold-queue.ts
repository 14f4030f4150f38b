import { Database } from "bun:sqlite";
import { join } from "node:path";

/**
 * Keeps the queue thread from writing: holds the write lock of the queue's file until disposed of. The thread is stuck
 * in its write as it would be on a disk that does not answer.
 */
export function holdQueue(dataDir: string): Disposable {
  const queue = new Database(join(dataDir, "queue.db"), { readwrite: true });
  queue.run("PRAGMA busy_timeout = 10000");
  queue.run("BEGIN IMMEDIATE");
  return {
    [Symbol.dispose]() {
      queue.run("ROLLBACK");
      queue.close();
    },
  };
}
