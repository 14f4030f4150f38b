import type { Database, SQLQueryBindings } from "bun:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import { giveWayIfLong } from "../../platform/give-way.ts";

/**
 * Kysely on bun:sqlite. The opener of the database closes it; destroying the Kysely instance does not.
 */
export function bunSqliteDialect(database: Database): Dialect {
  return {
    createDriver: () => new BunSqliteDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class BunSqliteDriver extends SqliteDriver {
  readonly #database: Database;

  constructor(database: Database) {
    super({ database: asKyselyDatabase(database) });
    this.#database = database;
  }

  /** Each query ends in this thread, so long work gives way here: before it has the connection, for which others may wait. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await giveWayIfLong();
    return super.acquireConnection();
  }

  /** Takes the file's write lock at once: see sqlite-transactions.ts. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite rolls back by itself on some faults; a second rollback would then hide the fault behind its own error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
}

function asKyselyDatabase(database: Database): SqliteDatabase {
  return {
    close: () => {},
    prepare(sql) {
      const statement = database.query(sql);
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => statement.all(...(parameters as SQLQueryBindings[])),
        run: (parameters) => statement.run(...(parameters as SQLQueryBindings[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLQueryBindings[])),
      };
    },
  };
}
