import type { RawBuilder } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { postgresStatement, postgresStoreDialect } from "./postgres-store-dialect.ts";
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

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}
}
