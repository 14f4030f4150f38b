import type { RawBuilder } from "kysely";
import type { StoreWriter, Work } from "../store-writer.ts";
import { postgresStoreDialect } from "./postgres-store-dialect.ts";
import { queryOf, runWork } from "./run-work.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Changes the store of a cluster. PostgreSQL applies the changes of several processes to a row one after the other. */
export class PostgresStoreWriter implements StoreWriter {
  readonly dialect = postgresStoreDialect;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async rows<Row>(statement: RawBuilder<Row>, name?: string): Promise<Row[]> {
    const query = queryOf(statement);
    return (await this.#database.query<Row>(name === undefined ? query : { ...query, name })).rows;
  }

  async change(statement: RawBuilder<unknown>): Promise<number> {
    return (await this.#database.query(queryOf(statement))).rowCount ?? 0;
  }

  transact<T>(work: () => Work<T>): Promise<T> {
    return this.#database.write((tx) => runWork(tx, work));
  }
}
