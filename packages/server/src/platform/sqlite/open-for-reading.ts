import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type Migration, NewerDatabaseError, openDatabase, schemaVersion } from "./open-database.ts";

/** The file was written by an older Weir, and a reader must not migrate it. */
export class OlderDatabaseError extends Error {
  readonly code = "older_database";
}

/** Opens a SQLite file of Weir beside its writer, without changing it. Returns null if there is no such file yet. */
export function openForReading(path: string, migrations: readonly Migration[]): Database | null {
  if (!existsSync(path)) return null;
  const db = openDatabase(path, { synchronous: "full", readonly: true });
  try {
    assertSchemaIsKnown(db, path, migrations.length);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function assertSchemaIsKnown(db: Database, path: string, known: number): void {
  const found = schemaVersion(db);
  if (found === known) return;
  const versions = `${basename(path)} has schema version ${found}, this Weir reads version ${known}.`;
  if (found > known) throw new NewerDatabaseError(`${versions} Use the newer Weir that wrote it.`);
  throw new OlderDatabaseError(`${versions} Start this Weir's server once to bring it up to date.`);
}
