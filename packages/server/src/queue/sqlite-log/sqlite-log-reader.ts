import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { type Position, UnknownPartitionError } from "../position.ts";
import type { QueueEntry, QueueReader } from "../queue-reader.ts";
import { logFile } from "./log-schema.ts";

/**
 * Reads the log from any process, beside its writer. All partitions share the log: each is given all entries, and whoever
 * settles one takes the readings of its devices out of them.
 */
export class SqliteLogReader implements QueueReader {
  readonly #db: Database;
  readonly #read: Statement<EntryRow, [number]>;
  readonly #partitions: number;

  constructor(dataDir: string, partitions = 1) {
    this.#partitions = partitions;
    this.#db = openDatabase(join(dataDir, logFile), { synchronous: "full", readonly: true });
    this.#read = this.#db.prepare(
      `SELECT position AS sequence, readings, appended_ms AS appendedMs, data FROM entries
       WHERE position > ? ORDER BY position`,
    );
  }

  async read(partition: number, after: Position | null, bytesMax: number): Promise<readonly QueueEntry[]> {
    this.#assertIsHere(partition);
    if (after !== null) this.#assertIsHere(after.partition);
    const entries: QueueEntry[] = [];
    let bytes = 0;
    for (const { sequence, ...entry } of this.#read.iterate(after === null ? 0 : after.sequence)) {
      entries.push({ ...entry, position: { partition, sequence } });
      // The partition's share of the entry.
      bytes += entry.data.length / this.#partitions;
      if (bytes >= bytesMax) break;
    }
    return entries;
  }

  /** Sequences count bytes, so a log that was never trimmed begins at 0. */
  async hasForgotten(partition: number): Promise<boolean> {
    this.#assertIsHere(partition);
    const first = this.#db
      .query("SELECT position - length(data) AS start FROM entries ORDER BY position LIMIT 1")
      .get() as { start: number } | null;
    return first !== null && first.start > 0;
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #assertIsHere(partition: number): void {
    if (partition >= this.#partitions)
      throw new UnknownPartitionError(`There is no partition ${partition} here.`);
  }
}

interface EntryRow extends Omit<QueueEntry, "position"> {
  readonly sequence: number;
}
