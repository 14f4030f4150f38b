import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import type { RawBuilder } from "kysely";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { AccountScope } from "../account-scope.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { sqliteStatement, sqliteStoreDialect } from "./sqlite-store-dialect.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

/** Reads the store's file beside the processor. */
export class SqliteStoreReader implements StoreReader {
  readonly dialect = sqliteStoreDialect;
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  async rows<Row>(_accountId: AccountScope, statement: RawBuilder<Row>): Promise<Row[]> {
    if (this.#db === null) return [];
    const { sql, parameters } = sqliteStatement(statement);
    return this.#db.query(sql).all(...(parameters as SQLQueryBindings[])) as Row[];
  }

  async close(): Promise<void> {
    this.#db?.close();
  }
}
