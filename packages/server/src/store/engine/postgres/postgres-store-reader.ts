import type { RawBuilder } from "kysely";
import type { AccountScope } from "../../account-scope.ts";
import type { StoreReader } from "../store-reader.ts";
import type { Work } from "../store-writer.ts";
import { postgresStatement, postgresStoreDialect } from "./postgres-store-dialect.ts";
import { runWork } from "./run-work.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Reads the schema `weir_store`, on behalf of an account. */
export class PostgresStoreReader implements StoreReader {
  readonly dialect = postgresStoreDialect;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  rows<Row>(accountId: AccountScope, statement: RawBuilder<Row>): Promise<Row[]> {
    const { sql, parameters } = postgresStatement(statement);
    return this.#database.rowsFor<Row>(accountId, sql, parameters);
  }

  atOnce<T>(accountId: AccountScope, work: () => Work<T>): Promise<T> {
    return this.#database.readFor(accountId, (tx) => runWork(tx, work));
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}
}
