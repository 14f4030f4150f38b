import type { RawBuilder } from "kysely";
import { type BuildStatement, fixStatement, type PreparedStatement } from "../prepared-statement.ts";
import type { StoreWriter, Work } from "../store-writer.ts";
import { postgresStatement, postgresStoreDialect } from "./postgres-store-dialect.ts";
import { queryOf, runWork, storable } from "./run-work.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Changes the store of a cluster. PostgreSQL applies the changes of several processes to a row one after the other. */
export class PostgresStoreWriter implements StoreWriter {
  readonly dialect = postgresStoreDialect;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  prepare<Values, Row>(build: BuildStatement<Values, Row>, name?: string): PreparedStatement<Values, Row> {
    const database = this.#database;
    const { text, parametersOf } = fixStatement(build, postgresStatement);
    const named = name === undefined ? { text } : { text, name };
    const queryOfValues = (values: Values) => ({ ...named, values: storable(parametersOf(values)) });
    return {
      rows: async (values) => (await database.query<Row>(queryOfValues(values))).rows,
      change: async (values) => (await database.query(queryOfValues(values))).rowCount ?? 0,
    };
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await this.#database.query<Row>(queryOf(statement))).rows;
  }

  async change(statement: RawBuilder<unknown>): Promise<number> {
    return (await this.#database.query(queryOf(statement))).rowCount ?? 0;
  }

  transact<T>(work: () => Work<T>): Promise<T> {
    return this.#database.write((tx) => runWork(tx, work));
  }
}
