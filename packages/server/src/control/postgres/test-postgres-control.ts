import { type TestPostgres, testPostgres } from "../../../../../tests/harness/engines.ts";
import { migrateSchema } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { controlSchema } from "./migrations/control-migrations.ts";

/** For tests: the database that `WEIR_TEST_CONTROL` names, of which the databases of tests are copies. */
const template = "weir_control_template";
/** Tests connect as installations should: not as superuser, so that row-level security applies. */
const role = "weir";

/** Starts a server with an empty, migrated database to copy. Every test may keep connections open until its file has ended. */
export async function testControlServer(): Promise<TestPostgres & { readonly templateUrl: string }> {
  const engine = await testPostgres(["fsync=off", "max_connections=400", "shared_buffers=32MB"]);
  const server = openPostgres(engine.url, { applicationName: "weir test" });
  await server.query(`CREATE ROLE ${role} LOGIN CREATEDB`);
  await server.query(`CREATE DATABASE ${template} OWNER ${role}`);
  await server.close();
  const templateUrl = asRole(engine.server.url(template));
  const migrated = openPostgres(templateUrl, { applicationName: "weir test" });
  await migrateSchema(migrated, controlSchema);
  await migrated.close();
  const admin = openPostgres(engine.server.url(template), { applicationName: "weir test" });
  await admin.query(emptyFunction);
  await admin.close();
  return { ...engine, templateUrl };
}

export interface TestDatabase {
  readonly url: string;
  /** Resolves when the database exists. */
  readonly created: Promise<void>;
  drop(): Promise<void>;
}

/** Creates a copy of the template. */
export function createTestDatabase(templateUrl: string): TestDatabase {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const elsewhere = (database: string) => {
    const url = new URL(templateUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  const run = async (statement: string): Promise<void> => {
    const admin = openPostgres(elsewhere("postgres"), { applicationName: "weir test", connectionsMax: 1 });
    try {
      await admin.query(statement);
    } finally {
      await admin.close();
    }
  };
  return {
    url: elsewhere(name),
    created: run(`CREATE DATABASE ${name} TEMPLATE ${template}`),
    drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * Deletes all control data and restarts ids, which takes a tenth of the time of another copy. It runs with its owner's rights,
 * because it skips triggers and reference checks.
 */
const emptyFunction = `
CREATE FUNCTION public.empty_control() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET session_replication_role = replica AS $$
DECLARE
  found text;
BEGIN
  FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'weir_control' AND tablename <> 'schema_versions' LOOP
    EXECUTE format('DELETE FROM weir_control.%I', found);
  END LOOP;
  ALTER TABLE weir_control.audit_log DROP CONSTRAINT IF EXISTS no_entry;
  FOR found IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'weir_control' AND last_value IS NOT NULL LOOP
    PERFORM setval(format('weir_control.%I', found), 1, false);
  END LOOP;
END $$`;

function asRole(url: string): string {
  const own = new URL(url);
  own.username = role;
  return own.href;
}

export async function emptyControl({ pool }: Postgres): Promise<void> {
  const client = await pool.connect();
  await client.query("SELECT public.empty_control()");
  client.release();
}
