import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { join } from "node:path";
import { FreePages } from "../../platform/sqlite/free-pages.ts";
import { migrate, openDatabase } from "../../platform/sqlite/open-database.ts";
import { logFile, logMigrations } from "./log-schema.ts";
import { isOutOfSpace } from "./out-of-space.ts";
import { syncFoundLog } from "./sync-found-log.ts";

/** How long entries are kept after the processor has settled them: the memory of duplicates is rebuilt from them. */
export interface Retention {
  readonly windowMs: number;
  readonly readingsMax: number;
}

export interface LogTotals {
  readonly position: number;
  readonly acceptedReadings: number;
}

/**
 * Trimming runs once per this many appends and removes at most twice as many entries: it keeps up, and no append waits
 * for a long clean-up.
 */
const appendsPerTrim = 8;
const trimEntriesMax = 2 * appendsPerTrim;
/** Bytes appended between two checkpoints, including what a commit writes besides its data. */
const checkpointEveryBytes = 16 * 1024 * 1024;
const commitOverheadBytes = 8 * 1024;
const probeBytes = 64 * 1024;

/**
 * The only writer of the log file. Every method is synchronous and runs on the queue thread; when it returns, its work
 * is on disk. `appendedMs` is a parameter, because the clock belongs to the caller.
 */
export class LogWriter {
  readonly #db: Database;
  readonly #freePages: FreePages;
  readonly #retention: Retention;
  readonly #insert: Statement;
  readonly #oldest: Statement<
    { position: number; acceptedTotal: number; appendedMs: number },
    SQLQueryBindings[]
  >;
  readonly #delete: Statement;
  readonly #setCounter: Statement;
  readonly #writeProbe: Statement;
  readonly #begin: Statement;
  readonly #end: Statement;
  readonly #passiveCheckpoint: Statement;
  #position: number;
  #acceptedReadings: number;
  #settledPosition = 0;
  #sinceTrim = 0;
  #sinceCheckpointBytes = 0;

  constructor(dataDir: string, retention: Retention) {
    syncFoundLog(dataDir);
    const db = openDatabase(join(dataDir, logFile), { synchronous: "full", shrinks: true });
    migrate(db, logFile, logMigrations);
    // SQLite's own checkpoints ignore a failed fsync and try again; see #checkpoint.
    db.run("PRAGMA wal_autocheckpoint = 0");
    this.#db = db;
    this.#freePages = new FreePages(db);
    this.#retention = retention;
    // Statements of `query` end with the database; those of `prepare` would keep the closed file open until garbage
    // collection.
    this.#insert = db.query(
      "INSERT INTO entries (position, readings, accepted_total, appended_ms, data) VALUES (?, ?, ?, ?, ?)",
    );
    this.#oldest = db.query(
      `SELECT position, accepted_total AS acceptedTotal, appended_ms AS appendedMs FROM entries
       ORDER BY position LIMIT ${trimEntriesMax}`,
    );
    this.#delete = db.query("DELETE FROM entries WHERE position <= ?");
    this.#setCounter = db.query(
      "INSERT INTO counters (name, total) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET total = excluded.total",
    );
    this.#writeProbe = db.query("INSERT OR REPLACE INTO probe (id, data) VALUES (1, randomblob(?))");
    this.#begin = db.query("BEGIN IMMEDIATE");
    this.#end = db.query("COMMIT");
    this.#passiveCheckpoint = db.query("PRAGMA wal_checkpoint(PASSIVE)");
    const last = db
      .query("SELECT position, accepted_total AS accepted FROM entries ORDER BY position DESC LIMIT 1")
      .get() as { position: number; accepted: number } | null;
    this.#position = last?.position ?? 0;
    this.#acceptedReadings = last?.accepted ?? 0;
  }

  totals(): LogTotals {
    return { position: this.#position, acceptedReadings: this.#acceptedReadings };
  }

  counters(): Record<string, number> {
    const rows = this.#db.query("SELECT name, total FROM counters").all() as {
      name: string;
      total: number;
    }[];
    return Object.fromEntries(rows.map((row) => [row.name, row.total]));
  }

  /** Appends one group of frames in one commit, which also trims and writes counters when these are due. */
  append(
    data: Uint8Array,
    readings: number,
    appendedMs: number,
    counters: readonly [string, number][],
  ): number {
    const position = this.#position + data.length;
    const acceptedReadings = this.#acceptedReadings + readings;
    this.#commit(() => {
      if (data.length > 0) this.#insert.run(position, readings, acceptedReadings, appendedMs, data);
      for (const [name, total] of counters) this.#setCounter.run(name, total);
      this.#trim(acceptedReadings, appendedMs);
    });
    this.#position = position;
    this.#acceptedReadings = acceptedReadings;
    this.#checkpointAfter(data.length);
    return position;
  }

  /** Writes about as much as a request does, and throws what an append would throw. */
  probe(): void {
    this.#commit(() => this.#writeProbe.run(probeBytes));
    this.#checkpointAfter(probeBytes);
  }

  settled(position: number): void {
    this.#settledPosition = position;
  }

  /** Leaves one tidy file behind if there is space for it; everything appended is on disk already. */
  close(): void {
    try {
      this.#db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    } finally {
      this.#db.close();
    }
  }

  #checkpointAfter(bytes: number): void {
    this.#sinceCheckpointBytes += bytes + commitOverheadBytes;
    if (this.#sinceCheckpointBytes >= checkpointEveryBytes) this.#checkpoint();
  }

  /** Moves the write-ahead log into the file. If a reader or a full disk prevents it, the next call tries again. */
  #checkpoint(): void {
    try {
      const { log, checkpointed } = this.#passiveCheckpoint.get() as { log: number; checkpointed: number };
      if (log === checkpointed) this.#sinceCheckpointBytes = 0;
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
    }
  }

  #trim(acceptedReadings: number, nowMs: number): void {
    if (this.#sinceTrim++ % appendsPerTrim !== 0) return;
    const keepAfter = acceptedReadings - this.#retention.readingsMax;
    const keepSince = nowMs - this.#retention.windowMs;
    let trimTo = 0;
    for (const entry of this.#oldest.all()) {
      if (entry.position > this.#settledPosition || entry.position >= this.#position) break;
      if (entry.acceptedTotal > keepAfter && entry.appendedMs >= keepSince) break;
      trimTo = entry.position;
    }
    if (trimTo > 0) this.#delete.run(trimTo);
    // After a backlog the file is larger than its contents.
    this.#freePages.releaseSome();
  }

  #commit(work: () => void): void {
    this.#begin.run();
    try {
      work();
      this.#end.run();
    } catch (error) {
      if (this.#db.inTransaction) this.#db.run("ROLLBACK");
      throw error;
    }
  }
}
