import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import type { AccountScope } from "../account-scope.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import type { StoreDatabase } from "./store-database.ts";

const postgresStoreDialect: StoreDialect = {
  table: (name) => sql.table(`weir_store.${name}`),
  among: (column, values) => sql`${sql.ref(column)} = ANY (${values}::int8[])`,
};

/** Builds statements and runs none. */
const compiler = new Kysely<unknown>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});

/** Reads the schema `weir_store`, on behalf of an account. */
export class PostgresStoreReader implements StoreReader {
  readonly dialect = postgresStoreDialect;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  rows<Row>(accountId: AccountScope, statement: RawBuilder<Row>): Promise<Row[]> {
    const { sql, parameters } = statement.compile(compiler);
    return this.#database.rowsFor<Row>(accountId, sql, parameters);
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}
}
