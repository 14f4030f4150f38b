import type { RawBuilder, SqlBool } from "kysely";

/** The few expressions of queries on the store that differ between engines. */
export interface StoreDialect {
  table(name: string): RawBuilder<unknown>;
  /** Matches if a column has one of these values, which are one parameter: there may be none, or very many. */
  among(column: string, values: readonly number[]): RawBuilder<SqlBool>;
}
