import { afterAll, beforeAll } from "bun:test";
import { type TestPostgres, testPostgres } from "../../../../../tests/harness/engines.ts";
import { openTestStore } from "./test-postgres-store.ts";

/**
 * For tests only: a PostgreSQL server for the tests of a `describe`, with a database for each data folder. Contracts of ports give
 * every test a folder of its own, and open it more than once. All are copies of one that has the tables of the store, which takes
 * a third of the time of making them.
 */
export function testDatabases(): { urlOf(dataDir: string): Promise<string> } {
  let engine: TestPostgres;
  let migratedUrl: string;
  const urls = new Map<string, Promise<string>>();

  beforeAll(async () => {
    engine = await testPostgres();
    migratedUrl = await engine.createDatabase();
    await (await openTestStore(migratedUrl)).close();
  });

  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  return {
    urlOf(dataDir) {
      const url = urls.get(dataDir) ?? engine.createDatabase(migratedUrl);
      urls.set(dataDir, url);
      return url;
    },
  };
}
