import type { RawBuilder } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import type { StoreDialect } from "./store-dialect.ts";
import type { Work } from "./store-writer.ts";

/**
 * Reads the tables of the store while others write them, with the same SQL on every engine.
 *
 * Promises: one statement sees a snapshot of one moment. Where the engine can tell rows of accounts apart, it shows none of
 * other accounts, even if the statement asks for them. Finds no rows if there is no store yet.
 */
export interface StoreReader {
  readonly dialect: StoreDialect;
  rows<Row>(accountId: AccountScope, statement: RawBuilder<Row>): Promise<Row[]>;
  /** Runs the statements that the work yields on one snapshot. Null if there is no store yet. */
  atOnce<T>(accountId: AccountScope, work: () => Work<T>): Promise<T | null>;
  close(): Promise<void>;
}
