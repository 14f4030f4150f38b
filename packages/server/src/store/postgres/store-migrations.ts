import type { SchemaMigration } from "../../platform/postgres/migrate-schema.ts";
import { deviceTables } from "./device-tables.ts";
import { partitionTables } from "./partition-tables.ts";
import { readingTables } from "./reading-tables.ts";

/** A step of the schema `weir_store`. One that only adds works with the code of every version before it, which is the usual case. */
export type StoreMigration = Omit<SchemaMigration, "worksFrom"> & Partial<SchemaMigration>;

/** In the order of their versions, without gaps. Every subject keeps its tables in a file of its own. */
const migrations: readonly StoreMigration[] = [
  { version: 1, name: "partitions of the queue and their owners", sql: partitionTables },
  { version: 2, name: "readings in rows and blocks, by month", sql: readingTables },
  { version: 3, name: "battery levels and connections of devices", sql: deviceTables },
];

export const storeMigrations: readonly SchemaMigration[] = migrations.map((migration) => ({
  worksFrom: 1,
  ...migration,
}));
