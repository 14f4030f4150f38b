import pg from "pg";
import type { Postgres, PostgresSession } from "./open-postgres.ts";

/** One numbered step of a schema. Versions count from 1 without gaps; a landed step is never edited. */
export interface SchemaMigration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /**
   * The oldest version whose code works on the schema after this step. Processes of two releases run side by side while a
   * cluster is upgraded, so a step only adds; whatever it makes obsolete is removed in a step of the next release.
   */
  readonly worksFrom: number;
}

export interface VersionedSchema {
  /** The name of the schema in the database. */
  readonly name: string;
  readonly migrations: readonly SchemaMigration[];
}

interface MigrationPace {
  /** How long a process waits for another one that migrates. */
  readonly turnMaxMs: number;
  /** How long a step waits for a table in use, because all later statements wait behind it. */
  readonly lockMaxMs: number;
  /** How often the step is tried again after that. */
  readonly attemptsMax: number;
  readonly pauseMs: number;
  readonly statementMaxMs: number;
}

const usualPace: MigrationPace = {
  turnMaxMs: 120_000,
  lockMaxMs: 2_000,
  attemptsMax: 30,
  pauseMs: 1_000,
  statementMaxMs: 600_000,
};

/** The schema was written by a newer Weir that this one does not work with. */
export class NewerSchemaError extends Error {
  readonly code = "newer_database";
}

/** A process that must not migrate found a schema that has to be migrated first. */
export class OlderSchemaError extends Error {
  readonly code = "older_database";
}

/**
 * Brings a schema up to date, even if many processes try at once: an advisory lock lets one look after the other, and the first
 * applies the missing steps in one transaction. A current schema costs one query and no lock.
 */
export async function migrateSchema(
  postgres: Postgres,
  schema: VersionedSchema,
  pace: MigrationPace = usualPace,
): Promise<void> {
  if (isCurrent(schema, await readVersion(postgres, schema.name))) return;
  for (let attempt = 1; ; attempt++) {
    try {
      await postgres.transact((session) => migrateInTurn(session, schema, pace), {
        isolation: "read committed",
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt >= pace.attemptsMax) throw error;
      await Bun.sleep(pace.pauseMs);
    }
  }
}

/** Checks a schema for processes that must not migrate. */
export async function checkSchema(session: PostgresSession, schema: VersionedSchema): Promise<void> {
  const found = await readVersion(session, schema.name);
  if (isCurrent(schema, found)) return;
  throw new OlderSchemaError(
    `The schema ${schema.name} has version ${found.version}, and this Weir needs version ${schema.migrations.length}. Start a manage process of this version first.`,
  );
}

interface SchemaVersion {
  readonly version: number;
  readonly worksFrom: number;
}

/** Returns false if the schema is older. Throws if it is too new. */
function isCurrent({ name, migrations }: VersionedSchema, found: SchemaVersion): boolean {
  const known = migrations.length;
  if (found.worksFrom > known) {
    throw new NewerSchemaError(
      `The schema ${name} has version ${found.version}, which needs a Weir that knows version ${found.worksFrom}. This one knows version ${known}. Upgrade it.`,
    );
  }
  return found.version >= known;
}

async function migrateInTurn(
  session: PostgresSession,
  schema: VersionedSchema,
  { turnMaxMs, lockMaxMs, statementMaxMs }: MigrationPace,
): Promise<void> {
  const { name, migrations } = schema;
  await limitWaits(session, turnMaxMs, statementMaxMs);
  await session.query({
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`weir schema ${name}`],
    query_timeout: turnMaxMs * 2,
  });
  const found = await readVersion(session, name);
  if (isCurrent(schema, found)) return;
  await limitWaits(session, lockMaxMs, statementMaxMs);
  if (found.version === 0) await createVersions(session, name);
  for (const { version, name: step, sql, worksFrom } of migrations.slice(found.version)) {
    await session.query({ text: sql, query_timeout: statementMaxMs * 2 });
    await session.query(
      `INSERT INTO ${name}.schema_versions (version, name, works_from) VALUES ($1, $2, $3)`,
      [version, step, worksFrom],
    );
  }
}

/** Sets limits for the current transaction. */
async function limitWaits(session: PostgresSession, lockMs: number, statementMs: number): Promise<void> {
  await session.query(
    "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)",
    [String(lockMs), String(statementMs)],
  );
}

/** An administrator may have created the schema already, for a role that cannot. */
async function createVersions(session: PostgresSession, schema: string): Promise<void> {
  const { rows } = await session.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  if (rows.length === 0) await session.query(`CREATE SCHEMA ${schema}`);
  await session.query(`
    CREATE TABLE ${schema}.schema_versions (
      version int PRIMARY KEY,
      name text NOT NULL,
      works_from int NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function readVersion(session: PostgresSession, schema: string): Promise<SchemaVersion> {
  const nothing = { version: 0, worksFrom: 0 };
  // Not with to_regclass, whose cache may not know yet what another process has just created.
  const { rows: found } = await session.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_versions'",
    [schema],
  );
  if (found.length === 0) return nothing;
  const { rows } = await session.query<SchemaVersion>(
    `SELECT version, works_from AS "worksFrom" FROM ${schema}.schema_versions ORDER BY version DESC LIMIT 1`,
  );
  return rows[0] ?? nothing;
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
