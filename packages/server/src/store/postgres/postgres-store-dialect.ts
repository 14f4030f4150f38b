import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import type { WriteDialect } from "../engine/store-dialect.ts";

export const postgresStoreDialect: WriteDialect = {
  table: (name) => sql.table(`weir_store.${name}`),
  among: (column, values) => sql`${sql.ref(column)} = ANY (${values}::int8[])`,
  forUpdate: sql`FOR UPDATE`,
  forUpdateOfFree: sql`FOR UPDATE SKIP LOCKED`,
  messageKind: sql`kind,`,
};

/** Builds statements and runs none. */
const compiler = new Kysely<unknown>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});

/** A statement as the engine takes it. */
export function postgresStatement(statement: RawBuilder<unknown>): Pick<CompiledQuery, "sql" | "parameters"> {
  return statement.compile(compiler);
}
