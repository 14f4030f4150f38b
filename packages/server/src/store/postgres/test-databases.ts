import { afterAll, beforeAll } from "bun:test";
import { type TestPostgres, testPostgres } from "../../../../../tests/harness/engines.ts";

/**
 * For tests only: a PostgreSQL server for the tests of a `describe`, with a database for each data folder. Contracts of ports give
 * every test a folder of its own, and open it more than once.
 */
export function testDatabases(): { urlOf(dataDir: string): Promise<string> } {
  let engine: TestPostgres;
  const urls = new Map<string, Promise<string>>();

  beforeAll(async () => {
    engine = await testPostgres();
  });

  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  return {
    urlOf(dataDir) {
      const url = urls.get(dataDir) ?? engine.createDatabase();
      urls.set(dataDir, url);
      return url;
    },
  };
}
