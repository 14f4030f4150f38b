/** Loaded before Weir. Makes the queue commit with synchronous = NORMAL, which syncs only when its log is moved into its file. */
import { Database } from "bun:sqlite";
import { isMainThread } from "node:worker_threads";
import { loadInWorkers } from "./load-in-workers.ts";

if (isMainThread) loadInWorkers(import.meta.path);
else {
  const { run } = Database.prototype;
  Database.prototype.run = function (this: Database, sql: string, ...bindings: never[]) {
    const changes = run.call(this, sql, ...bindings);
    // After the check of the setting. The queue's thread has no other database.
    if (sql === "PRAGMA wal_autocheckpoint = 0") run.call(this, "PRAGMA synchronous = NORMAL");
    return changes;
  } as typeof run;
}
