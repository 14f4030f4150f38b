import type { CompiledQuery, RawBuilder } from "kysely";
import { sql } from "kysely";

/** A statement that is built once and runs with other values each time. */
export interface PreparedStatement<Values, Row> {
  /** Resolves to the rows that the statement returns. */
  rows(values: Values): Promise<Row[]>;
  /** Resolves to how many rows the statement changed. */
  change(values: Values): Promise<number>;
}

/** What a prepared statement has in the place of each of its values. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Builds a statement. Its text must not depend on the values, which are only known when it runs. */
export type BuildStatement<Values, Row> = (given: Given<Values>) => RawBuilder<Row>;

/** Builds a statement in which every value has a place: its text, and the parameters for some values. */
export function fixStatement<Values>(
  build: BuildStatement<Values, unknown>,
  compile: (statement: RawBuilder<unknown>) => Pick<CompiledQuery, "sql" | "parameters">,
) {
  const { sql: text, parameters } = compile(build(placesOf<Values>()));
  const parametersOf = (values: Values) =>
    parameters.map((value) => (value instanceof Place ? values[value.name as keyof Values] : value));
  return { text, parametersOf };
}

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function placesOf<Values>(): Given<Values> {
  return new Proxy({} as Given<Values>, { get: (_, name) => sql.val(new Place(String(name))) });
}
