import type { Database } from "bun:sqlite";
import { join } from "node:path";
import type { RawBuilder } from "kysely";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import type { AccountScope } from "../../account-scope.ts";
import type { StoreReader } from "../store-reader.ts";
import type { Work } from "../store-writer.ts";
import { runWork, sqliteRows } from "./run-work.ts";
import { sqliteStoreDialect } from "./sqlite-store-dialect.ts";
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
    return sqliteRows(this.#db, statement);
  }

  async atOnce<T>(_accountId: AccountScope, work: () => Work<T>): Promise<T | null> {
    const db = this.#db;
    return db === null ? null : db.transaction(() => runWork(db, work))();
  }

  async close(): Promise<void> {
    this.#db?.close();
  }
}
