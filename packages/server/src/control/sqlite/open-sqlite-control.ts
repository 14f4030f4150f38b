import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import {
  migrate,
  NewerDatabaseError,
  openDatabase,
  schemaVersion,
} from "../../platform/sqlite/open-database.ts";
import { type Control, ControlDataUnavailableError, type ControlReader } from "../control.ts";
import { type ControlOptions, withDefaults } from "../control-options.ts";
import type { ControlSchema } from "../control-schema.ts";
import { bunSqliteDialect } from "./bun-sqlite-dialect.ts";
import { controlFile } from "./control-file.ts";
import { controlMigrations } from "./migrations/control-migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { SqliteTransactions } from "./sqlite-transactions.ts";

/** The control data in one SQLite file, which the server and the commands open side by side. */
export function openSqliteControl(dataDir: string, options: ControlOptions): Control {
  const path = join(dataDir, controlFile);
  const writer = openDatabase(path, { synchronous: "full" });
  try {
    migrate(writer, controlFile, controlMigrations);
    const reader = openReading(path);
    const transactions = new SqliteTransactions(writer);
    const close = async (): Promise<void> => {
      await reader.close();
      await transactions.close();
      writer.close();
    };
    const transact: Control["transact"] = (work, isKept) => transactions.run(work, isKept);
    const { db } = reader;
    return {
      ...reader,
      ...withDefaults(options),
      transact,
      confine: () => ({ db, lookUps: db, transact }),
      close,
    };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** For commands that only read, and for the processor. Never creates or migrates the file. */
export function openControlReader(dataDir: string): ControlReader {
  const path = join(dataDir, controlFile);
  if (!existsSync(path)) {
    throw new ControlDataUnavailableError(
      `There is no ${controlFile} in ${dataDir} yet. Start Weir once, or check the path of the data folder.`,
    );
  }
  return openReading(path);
}

/**
 * Opens a connection that cannot write. So reads never wait for a transaction, nor see anything of it before it is committed.
 */
function openReading(path: string): ControlReader {
  const database = openDatabase(path, { synchronous: "full", readonly: true });
  try {
    assertSchemaIsCurrent(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const db = new Kysely<ControlSchema>({ dialect: bunSqliteDialect(database) });
  const close = async (): Promise<void> => {
    await db.destroy();
    database.close();
  };
  // A file has one barrier between accounts: the filters of the repositories.
  const confine = () => ({ db, lookUps: db });
  return { db, lookUps: db, dialect: sqliteDialect, accountId: null, confine, sendsMail: null, close };
}

function assertSchemaIsCurrent(reader: Database): void {
  const found = schemaVersion(reader);
  const known = controlMigrations.length;
  if (found === known) return;
  const versions = `${controlFile} has schema version ${found}, this Weir reads version ${known}.`;
  if (found > known) throw new NewerDatabaseError(`${versions} Use the newer Weir that wrote it.`);
  throw new ControlDataUnavailableError(`${versions} Start this Weir's server once to bring it up to date.`);
}
