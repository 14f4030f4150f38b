import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { RawBuilder } from "kysely";
import type { StoreWriter, Work } from "../store-writer.ts";
import { runWork, sqliteRows } from "./run-work.ts";
import { sqliteStatement, sqliteStoreDialect } from "./sqlite-store-dialect.ts";

/** Changes the store on the processor's connection, or on one of its own; called while no transaction is open there. */
export class SqliteStoreWriter implements StoreWriter {
  readonly dialect = sqliteStoreDialect;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return sqliteRows(this.#db, statement) as Row[];
  }

  async change(statement: RawBuilder<unknown>): Promise<number> {
    const { sql, parameters } = sqliteStatement(statement);
    return this.#db.query(sql).run(...(parameters as SQLQueryBindings[])).changes;
  }

  async transact<T>(work: () => Work<T>): Promise<T> {
    return this.#db.transaction(() => runWork(this.#db, work)).immediate();
  }
}
