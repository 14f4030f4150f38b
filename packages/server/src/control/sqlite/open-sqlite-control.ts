import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { migrate, NewerDatabaseError, openDatabase } from "../../platform/sqlite/open-database.ts";
import { type AccountLimits, noAccountLimits } from "../account-limits.ts";
import { type Actor, operator } from "../actor.ts";
import {
  type Control,
  type ControlChange,
  ControlDataUnavailableError,
  type ControlReader,
} from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";
import type { TokenKey } from "../sealing/token-key.ts";
import { bunSqliteDialect } from "./bun-sqlite-dialect.ts";
import { controlFile } from "./control-file.ts";
import { controlMigrations } from "./migrations/control-migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { SqliteTransactions } from "./sqlite-transactions.ts";

export interface ControlOptions {
  readonly key: TokenKey;
  /** Resolves when the running server, if there is one, works by the changes. */
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly clock?: Clock;
  /** Until `actingAs` names somebody else. By default the operator at the command line. */
  readonly actor?: Actor;
  readonly sendsMail?: boolean;
  /** Left out: none. */
  readonly limits?: AccountLimits;
}

/** The control data in one SQLite file, which the server and the commands open side by side. */
export function openSqliteControl(dataDir: string, options: ControlOptions): Control {
  const path = join(dataDir, controlFile);
  const writer = openDatabase(path, { synchronous: "full" });
  try {
    migrate(writer, controlFile, controlMigrations);
    const {
      key,
      announce,
      clock = systemClock,
      actor = operator("command line"),
      sendsMail = null,
      limits = noAccountLimits,
    } = options;
    const nowUs = (): number => clock.nowMs() * 1000;
    const reader = openReading(path);
    const transactions = new SqliteTransactions(writer);
    const close = async (): Promise<void> => {
      await reader.close();
      await transactions.close();
      writer.close();
    };
    const transact: Control["transact"] = (work, isKept) => transactions.run(work, isKept);
    return { ...reader, key, actor, announce, nowUs, sendsMail, limits, transact, close };
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

/** A connection that cannot write. Reads so never wait for a transaction, nor see anything of it before it is committed. */
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
  return { db, dialect: sqliteDialect, accountId: null, sendsMail: null, close };
}

function assertSchemaIsCurrent(reader: Database): void {
  const { user_version: found } = reader.query("PRAGMA user_version").get() as { user_version: number };
  const known = controlMigrations.length;
  if (found === known) return;
  const versions = `${controlFile} has schema version ${found}, this Weir reads version ${known}.`;
  if (found > known) throw new NewerDatabaseError(`${versions} Use the newer Weir that wrote it.`);
  throw new ControlDataUnavailableError(`${versions} Start this Weir's server once to bring it up to date.`);
}
