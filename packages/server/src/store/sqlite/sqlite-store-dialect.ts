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
import type { WriteDialect } from "../engine/store-dialect.ts";

export const sqliteStoreDialect: WriteDialect = {
  table: (name) => sql.table(name),
  among: (column, values) =>
    sql`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
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

/** A statement as the engine takes it. */
export function sqliteStatement(statement: RawBuilder<unknown>): Pick<CompiledQuery, "sql" | "parameters"> {
  return statement.compile(compiler);
}
