import type { Database, Statement } from "bun:sqlite";
import type { RawBuilder } from "kysely";
import { type BuildStatement, fixStatement, type PreparedStatement } from "../prepared-statement.ts";
import type { StoreWriter, Work } from "../store-writer.ts";
import { runWork } from "./run-work.ts";
import { sqliteBindings, sqliteStatement, sqliteStoreDialect } from "./sqlite-store-dialect.ts";

/** Changes the store on the processor's connection, or on one of its own; called while no transaction is open there. */
export class SqliteStoreWriter implements StoreWriter {
  readonly dialect = sqliteStoreDialect;
  readonly #db: Database;
  /** By their text. There are as many as the code has, because a list of values is one parameter. */
  readonly #statements = new Map<string, Statement>();

  constructor(db: Database) {
    this.#db = db;
  }

  prepare<Values, Row>(build: BuildStatement<Values, Row>): PreparedStatement<Values, Row> {
    const { text, parametersOf } = fixStatement(build, sqliteStatement);
    const prepared = this.#db.prepare(text);
    return {
      rows: async (values) => prepared.all(...sqliteBindings(parametersOf(values))) as Row[],
      change: async (values) => prepared.run(...sqliteBindings(parametersOf(values))).changes,
    };
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    const { prepared, bindings } = this.#build(statement);
    return prepared.all(...bindings) as Row[];
  }

  async change(statement: RawBuilder<unknown>): Promise<number> {
    const { prepared, bindings } = this.#build(statement);
    return prepared.run(...bindings).changes;
  }

  async transact<T>(work: () => Work<T>): Promise<T> {
    return this.#db.transaction(() => runWork(this.#db, work)).immediate();
  }

  #build(statement: RawBuilder<unknown>) {
    const { sql, parameters } = sqliteStatement(statement);
    const prepared = this.#statements.getOrInsertComputed(sql, () => this.#db.prepare(sql));
    return { prepared, bindings: sqliteBindings(parameters) };
  }
}
