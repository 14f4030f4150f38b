import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { StoreDatabase } from "./store-database.ts";
import { type StoreMigration, storeMigrations } from "./store-migrations.ts";

/** Any number that nothing else in the database locks. */
const migrationLock = 7_305_804_401;
/** How long a migration waits for a table that is in use. Whoever uses it must not wait behind a migration for longer. */
const lockMaxMs = 5_000;

/**
 * Brings the schema of the store up to date. Any number of processes may do so at once: one of them works, and the others wait for
 * it. Each step commits with its version, so a process that is killed leaves whole steps behind.
 *
 * A database that is ahead of this process is left alone, because members one version apart work together.
 */
export async function migrateStore(
  database: StoreDatabase,
  migrations: readonly StoreMigration[] = storeMigrations,
): Promise<void> {
  for (const migration of migrations) await database.write((tx) => apply(tx, migration));
}

async function apply(tx: PostgresSession, { version, name, sql }: StoreMigration): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
  await tx.query(`
    CREATE SCHEMA IF NOT EXISTS weir_store;
    CREATE TABLE IF NOT EXISTS weir_store.migrations (
      version int4 PRIMARY KEY,
      name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
  const { rowCount } = await tx.query("SELECT 1 FROM weir_store.migrations WHERE version = $1", [version]);
  if (rowCount !== 0) return;
  await tx.query(`SET LOCAL lock_timeout = ${lockMaxMs}`);
  await tx.query(sql);
  await tx.query("INSERT INTO weir_store.migrations (version, name) VALUES ($1, $2)", [version, name]);
}
