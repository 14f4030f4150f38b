import type { RawBuilder, SqlBool } from "kysely";

/** The few expressions that differ between engines. */
export interface ControlDialect {
  /** The right side of `in`, as one parameter: there may be no values, or more than an engine accepts as parameters. */
  listed<T extends number | string | null>(values: readonly T[]): RawBuilder<T>;
  /** Matches if a list in a field of a JSON column contains a value, as text. */
  jsonListHas(column: string, field: string, value: string): RawBuilder<SqlBool>;
  /** Matches if a column contains a text, with the letters A to Z in any case. */
  contains(column: string, text: string): RawBuilder<SqlBool>;
}
