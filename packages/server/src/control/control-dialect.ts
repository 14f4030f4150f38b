import type { RawBuilder, SqlBool } from "kysely";

/** The few things that repositories cannot say in the same words to every engine. */
export interface ControlDialect {
  /** What stands behind `in`, as one parameter: there may be no values, or more than an engine takes parameters. */
  listed<T extends number | string | null>(values: readonly T[]): RawBuilder<T>;
  /** Whether a list in a field of a column that holds JSON has a value, as text. */
  jsonListHas(column: string, field: string, value: string): RawBuilder<SqlBool>;
  /** Whether a column contains a text, with letters A to Z in any case. */
  contains(column: string, text: string): RawBuilder<SqlBool>;
}
