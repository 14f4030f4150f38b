import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import type { Position, QueueEntry, QueueReader } from "../queue.ts";
import { logFile } from "./log-schema.ts";

/** Reads the log from any process, beside its writer. */
export class SqliteLogReader implements QueueReader {
  readonly #db: Database;
  readonly #read: Statement<QueueEntry, [number]>;

  constructor(dataDir: string) {
    this.#db = openDatabase(join(dataDir, logFile), { synchronous: "full", readonly: true });
    this.#read = this.#db.prepare(
      `SELECT position, readings, appended_ms AS appendedMs, data FROM entries
       WHERE position > ? ORDER BY position`,
    );
  }

  read(after: Position, bytesMax: number): QueueEntry[] {
    const entries: QueueEntry[] = [];
    let bytes = 0;
    for (const entry of this.#read.iterate(after)) {
      entries.push(entry);
      bytes += entry.data.length;
      if (bytes >= bytesMax) break;
    }
    return entries;
  }

  close(): void {
    this.#db.close();
  }
}
