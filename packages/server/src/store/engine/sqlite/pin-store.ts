import { join } from "node:path";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

/**
 * Holds back the queue's retention. While this reader holds its view of the store, `sync` cannot move later commits
 * into the file and claims no later position as durable, so the queue keeps every entry after it. Keep it short: the
 * store's write-ahead log grows meanwhile.
 */
export function pinStore(dataDir: string): Disposable {
  const db = openForReading(join(dataDir, storeFile), storeMigrations);
  if (db === null) return { [Symbol.dispose]: () => undefined };
  db.run("BEGIN");
  // A transaction takes its view of the file with its first read.
  db.query("SELECT position FROM partitions").get();
  return { [Symbol.dispose]: () => db.close() };
}
