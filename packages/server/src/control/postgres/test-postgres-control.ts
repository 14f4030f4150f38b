import { type TestPostgres, testPostgres } from "../../../../../tests/harness/engines.ts";
import { migrateSchema } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { controlSchema } from "./migrations/control-migrations.ts";

/** For tests only: what `WEIR_TEST_CONTROL` names, and the databases of tests are copies of. */
const template = "weir_control_template";
/** As installations should connect: no superuser, so that row-level security holds. */
const role = "weir";

/** A server with an empty, migrated database to copy. Every test may keep connections open until its file has ended. */
export async function testControlServer(): Promise<TestPostgres & { readonly templateUrl: string }> {
  const engine = await testPostgres(["fsync=off", "max_connections=400", "shared_buffers=32MB"]);
  const admin = openPostgres(engine.url, { applicationName: "weir test" });
  await admin.query(`CREATE ROLE ${role} LOGIN CREATEDB`);
  await admin.query(`CREATE DATABASE ${template} OWNER ${role}`);
  await admin.close();
  const templateUrl = asRole(engine.server.url(template));
  const migrated = openPostgres(templateUrl, { applicationName: "weir test" });
  await migrateSchema(migrated, controlSchema);
  await migrated.close();
  return { ...engine, templateUrl };
}

export interface TestDatabase {
  readonly url: string;
  /** Resolves when it is there. */
  readonly created: Promise<void>;
  drop(): Promise<void>;
}

/** A copy of the template. */
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

function asRole(url: string): string {
  const own = new URL(url);
  own.username = role;
  return own.href;
}
