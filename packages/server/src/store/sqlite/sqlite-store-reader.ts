import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { AccountScope } from "../account-scope.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const sqliteStoreDialect: StoreDialect = {
  table: (name) => sql.table(name),
  among: (column, values) =>
    sql`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
};

/** Builds statements and runs none. */
const compiler = new Kysely<unknown>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
});

/** Reads the store's file beside the processor. */
export class SqliteStoreReader implements StoreReader {
  readonly dialect = sqliteStoreDialect;
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  async rows<Row>(_accountId: AccountScope, statement: RawBuilder<Row>): Promise<Row[]> {
    if (this.#db === null) return [];
    const { sql, parameters } = statement.compile(compiler);
    return this.#db.query(sql).all(...(parameters as SQLQueryBindings[])) as Row[];
  }

  async close(): Promise<void> {
    this.#db?.close();
  }
}
