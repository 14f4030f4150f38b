import type { RawBuilder, SqlBool } from "kysely";

/** The few expressions of queries on the store that differ between engines. */
export interface StoreDialect {
  table(name: string): RawBuilder<unknown>;
  /** Matches if a column has one of these values, which are one parameter: there may be none, or very many. */
  among(column: string, values: readonly number[]): RawBuilder<SqlBool>;
}

/** The parts of a dialect that only statements that change messages need. */
export interface WriteDialect extends StoreDialect {
  /** Locks the selected rows until the end of the transaction, on an engine with several writers. */
  readonly forUpdate: RawBuilder<unknown>;
  /** The same for those that nobody else has locked; the others are left out. */
  readonly forUpdateOfFree: RawBuilder<unknown>;
  /** The column with the kind of a message in a list of columns, on an engine that does not compute it. */
  readonly messageKind: RawBuilder<unknown>;
}
