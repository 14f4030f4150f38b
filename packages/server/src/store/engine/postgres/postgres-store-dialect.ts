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
import { partitionsMax } from "../../../config/partitions-max.ts";
import { UnknownPartitionError } from "../../../queue/position.ts";
import { int8Array } from "../../readings/postgres/array-parameters.ts";
import type { WriteDialect } from "../store-dialect.ts";
import { isCountTable, partitionTableOf } from "./partition-counts.ts";

export const postgresStoreDialect: WriteDialect = {
  table: (name) => sql.table(`weir_store.${name}`),
  counts(name, columns) {
    if (!isCountTable(name)) return sql`${sql.table(`weir_store.${name}`)} AS counted`;
    const rowsOf = (table: string) =>
      sql`SELECT ${sql.raw(columns.join(", "))} FROM ${sql.table(`weir_store.${table}`)}`;
    return sql`(${rowsOf(name)} UNION ALL ${rowsOf(partitionTableOf(name))}) AS counted`;
  },
  assertPartition(partition) {
    if (!(partition >= 0 && partition < partitionsMax))
      throw new UnknownPartitionError(`There is no partition ${partition}.`);
  },
  partitionOf: (_deviceId, partition) => sql`${partition}`,
  among: (column, values) => sql`${sql.ref(column)} = ANY (${listOf(values)}::int8[])`,
  holds: (column, text) => sql`${text} = ANY (${sql.ref(column)})`,
  joined: (column) => sql`string_agg(${sql.ref(column)}::text, ',')`,
  list: (name, column, values) => sql`unnest(${values}::int8[]) AS ${sql.ref(name)} (${sql.ref(column)})`,
  pairs: (name, [one, other], rows) => sql`
    unnest(${rows.map(([number]) => number)}::int8[], ${rows.map(([, number]) => number)}::int8[])
    AS ${sql.ref(name)} (${sql.ref(one)}, ${sql.ref(other)})`,
  forUpdate: sql`FOR UPDATE`,
  forUpdateOfFree: sql`FOR UPDATE SKIP LOCKED`,
  messageKind: sql`kind,`,
};

/** Numbers that are known when the statement is built are sent in binary form. */
function listOf(values: readonly number[] | RawBuilder<readonly number[]>): unknown {
  return Array.isArray(values) ? int8Array(values) : values;
}

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
