import type { SQLQueryBindings } from "bun:sqlite";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { assertOnly } from "../../../queue/position.ts";
import type { WriteDialect } from "../store-dialect.ts";

export const sqliteStoreDialect: WriteDialect = {
  table: (name) => sql.table(name),
  counts: (name) => sql`${sql.table(name)} AS counted`,
  assertPartition: assertOnly,
  partitionOf: (deviceId) => sql`${deviceId} % (SELECT count(*) FROM partitions)`,
  among: (column, values) => sql`${sql.ref(column)} IN (SELECT value FROM json_each(${values}))`,
  holds: (column, text) => sql`${text} IN (SELECT value FROM json_each(${sql.ref(column)}))`,
  joined: (column) => sql`group_concat(${sql.ref(column)})`,
  list: (name, column, values) =>
    sql`(SELECT value AS ${sql.ref(column)} FROM json_each(${values})) AS ${sql.ref(name)}`,
  pairs: (name, [one, other], rows) => sql`
    (SELECT value ->> 0 AS ${sql.ref(one)}, value ->> 1 AS ${sql.ref(other)} FROM json_each(${rows}))
    AS ${sql.ref(name)}`,
  forUpdate: sql``,
  forUpdateOfFree: sql``,
  // The column is computed from the message.
  messageKind: sql``,
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

/** A statement as the engine takes it, except for its parameters. */
export function sqliteStatement(statement: RawBuilder<unknown>): Pick<CompiledQuery, "sql" | "parameters"> {
  return statement.compile(compiler);
}

/** Parameters as the engine takes them: a list becomes a JSON array. */
export function sqliteBindings(parameters: readonly unknown[]): SQLQueryBindings[] {
  return parameters.map((value) =>
    Array.isArray(value) ? JSON.stringify(value) : value,
  ) as SQLQueryBindings[];
}
