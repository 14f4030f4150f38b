/**
 * `npm run test:on-postgres`: the tests of operations on control data that `npm test` runs on SQLite only. They take minutes, and the
 * suites of the ports, which `npm test` runs on both engines, find most of what could differ.
 */
import { operationsIn, testOnPostgres } from "./operations-on-postgres.ts";

await testOnPostgres(
  [
    "packages/server/src/manage/transfer/imports/append-part.test.ts",
    "packages/server/src/manage/transfer/imports/import-handlers.test.ts",
    ...operationsIn(["audit", "chains", "devices", "messages", "people", "retention", "system"]),
  ],
  300,
);
