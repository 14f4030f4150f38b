/**
 * `npm run test:on-postgres`: runs the tests of operations on control data that `npm test` only runs on SQLite. They
 * take minutes. The suites of the ports, which `npm test` runs on both engines, find most differences.
 */
import { operationsIn, testOnPostgres } from "./operations-on-postgres.ts";

await testOnPostgres(
  [
    "packages/server/src/manage/transfer/device-imports/device-import-handlers.test.ts",
    "packages/server/src/manage/transfer/imports/append-part.test.ts",
    "packages/server/src/manage/transfer/imports/import-handlers.test.ts",
    ...operationsIn([
      "audit",
      "boards",
      "chains",
      "charts",
      "devices",
      "messages",
      "people",
      "retention",
      "system",
      "templates",
    ]),
  ],
  300,
);
