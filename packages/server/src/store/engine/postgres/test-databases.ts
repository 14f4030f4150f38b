import { afterAll, beforeAll } from "bun:test";
import {
  type DatabaseTemplate,
  sharedPostgres,
  type TestDatabases,
} from "../../../../../../tests/harness/shared-postgres.ts";
import { openTestStore } from "./test-postgres-store.ts";

const template: DatabaseTemplate = {
  name: "weir_store_template",
  // Tests connect as installations should: not as superuser, so that row-level security applies.
  role: "weir",
  fill: async (url) => (await openTestStore(url)).close(),
};

/**
 * For tests: one PostgreSQL database with the tables of the store per data folder. Contracts of ports give every test its
 * own folder, and open it more than once.
 */
export function testDatabases(): { urlOf(dataDir: string): Promise<string> } {
  let databases: TestDatabases;
  const urls = new Map<string, Promise<string>>();

  beforeAll(async () => {
    databases = await sharedPostgres();
  });
  afterAll(() => databases[Symbol.asyncDispose]());

  return {
    urlOf(dataDir) {
      const url = urls.get(dataDir) ?? databases.create(template);
      urls.set(dataDir, url);
      return url;
    },
  };
}
