import { Database, SQLiteError } from "bun:sqlite";
import { existsSync } from "node:fs";
import { keepPrivate } from "../private-file.ts";

/**
 * Opens every SQLite file of Weir and brings it up to date.
 *
 * All files use WAL mode, so readers never wait for the writer. `full` makes each commit survive a power cut; `normal` may lose
 * the last commits (but never corrupts), and is only for data that can be derived again. Only the owner may access the files.
 */
type Synchronous = "full" | "normal";

interface OpenOptions {
  readonly synchronous: Synchronous;
  readonly readonly?: boolean;
  /** Creates a new file so that it can give back free pages (see free-pages.ts). */
  readonly shrinks?: boolean;
}

export const busyTimeoutMs = 10_000;
const synchronousLevel = { full: 2, normal: 1 } as const;

export function openDatabase(path: string, options: OpenOptions): Database {
  if (options.readonly) takeBackUnfinished(path);
  else keepPrivate(path);
  const db = new Database(path, options.readonly ? { readonly: true } : { create: true, readwrite: true });
  try {
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    // Later it would have no effect, but write and sync the file.
    if (options.shrinks && isNew(db)) db.run("PRAGMA auto_vacuum = INCREMENTAL");
    if (!options.readonly) prepareForWriting(db, options.synchronous);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * A writer that was killed before the file was in WAL mode leaves a journal of uncommitted changes. SQLite rolls these back
 * when somebody opens the file, but not for a read-only connection.
 */
function takeBackUnfinished(path: string): void {
  if (!existsSync(`${path}-journal`)) return;
  const db = new Database(path, { readwrite: true });
  try {
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    schemaVersion(db);
  } finally {
    db.close();
  }
}

function isNew(db: Database): boolean {
  return (db.query("PRAGMA page_count").get() as { page_count: number }).page_count === 0;
}

function prepareForWriting(db: Database, synchronous: Synchronous): void {
  enterWalMode(db);
  db.run(`PRAGMA synchronous = ${synchronous}`);
  db.run("PRAGMA foreign_keys = ON");
  assertPragma(db, "journal_mode", "wal");
  assertPragma(db, "synchronous", synchronousLevel[synchronous]);
}

/** The change of mode ignores the busy timeout when several processes open a new file at once. */
function enterWalMode(db: Database): void {
  const deadlineMs = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const busy = error instanceof SQLiteError && error.code === "SQLITE_BUSY";
      if (!busy || performance.now() > deadlineMs) throw error;
      Bun.sleepSync(5);
    }
  }
}

/** One numbered step of a file's schema. Versions count from 1 without gaps; a landed step is never edited. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** Fills in what SQL cannot compute, after it and in the same transaction. */
  readonly fill?: (db: Database) => void;
}

/** The file was written by a newer Weir, so this one must not touch it. */
export class NewerDatabaseError extends Error {
  readonly code = "newer_database";
}

export function migrate(db: Database, file: string, migrations: readonly Migration[]): void {
  const newest = migrations.length;
  if (schemaVersion(db) === newest) return;
  // A step may rewrite a table that others refer to. SQLite needs references unchecked meanwhile, which cannot be switched
  // within a transaction; all of them are checked before it commits.
  db.run("PRAGMA foreign_keys = OFF");
  try {
    runMigrations(db, file, migrations);
  } finally {
    db.run("PRAGMA foreign_keys = ON");
  }
}

function runMigrations(db: Database, file: string, migrations: readonly Migration[]): void {
  const newest = migrations.length;
  db.transaction(() => {
    const found = schemaVersion(db);
    if (found > newest) {
      throw new NewerDatabaseError(
        `${file} has schema version ${found}, but this Weir knows versions up to ${newest}. ` +
          "Start the newer Weir that wrote it, or restore a backup made by this version.",
      );
    }
    for (const migration of migrations.slice(found)) {
      if (migration.sql !== "") db.run(migration.sql);
      migration.fill?.(db);
      db.run(`PRAGMA user_version = ${migration.version}`);
    }
    const broken = db.query("PRAGMA foreign_key_check").all();
    if (broken.length > 0) {
      throw new Error(`${file} cannot be brought up to date: ${broken.length} rows refer to nothing.`);
    }
  }).immediate();
}

/** The version of the last migration that changed the file. */
export function schemaVersion(db: Database): number {
  const found = db.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return found!.user_version;
}

function assertPragma(db: Database, name: string, expected: string | number): void {
  const row = db.query(`PRAGMA ${name}`).get() as Record<string, unknown>;
  if (row[name] !== expected) throw new Error(`SQLite kept ${name} at ${row[name]}, Weir needs ${expected}.`);
}
