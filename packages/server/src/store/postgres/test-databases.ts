import { afterAll, beforeAll } from "bun:test";
import { type TestPostgres, testPostgres } from "../../../../../tests/harness/engines.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { openTestStore } from "./test-postgres-store.ts";

/** Tests connect as installations should: not as superuser, so that row-level security applies. */
const role = "weir";
const template = "weir_store_template";

/**
 * For tests: a PostgreSQL server for the tests of a `describe`, with one database per data folder. Contracts of ports
 * give every test its own folder, and open it more than once. All databases are copies of one that has the tables of
 * the store, which takes a third of the time of creating them.
 */
export function testDatabases(): { urlOf(dataDir: string): Promise<string> } {
  let engine: TestPostgres;
  let admin: Postgres;
  const urls = new Map<string, Promise<string>>();

  const urlOfDatabase = (name: string): string => {
    const url = new URL(engine.server.url(name));
    url.username = role;
    return url.href;
  };
  const copy = async (): Promise<string> => {
    const name = `store_${urls.size}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${role}`);
    return urlOfDatabase(name);
  };

  beforeAll(async () => {
    engine = await testPostgres();
    admin = openPostgres(engine.url, { applicationName: "weir test", connectionsMax: 1 });
    await admin.query(`CREATE ROLE ${role} LOGIN`);
    await admin.query(`CREATE DATABASE ${template} OWNER ${role}`);
    await (await openTestStore(urlOfDatabase(template))).close();
  });

  afterAll(async () => {
    await admin.close();
    await engine[Symbol.asyncDispose]();
  });

  return {
    urlOf(dataDir) {
      const url = urls.get(dataDir) ?? copy();
      urls.set(dataDir, url);
      return url;
    },
  };
}
