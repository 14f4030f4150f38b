/** Runs the main tests of operations on control data on PostgreSQL. `npm run test:on-postgres` runs the others. */
import { operationsIn, testOnPostgres } from "./operations-on-postgres.ts";

await testOnPostgres(
  [
    "packages/server/src/control/audit/audit-log.test.ts",
    "packages/server/src/manage/core/commit-change.test.ts",
    // Permissions, and what each person may see.
    "packages/server/src/web/access-matrix.test.ts",
    "packages/server/src/web/hide-readings.test.ts",
    "packages/server/src/web/live-access.test.ts",
    ...operationsIn(["accounts", "resources", "sensors"]),
  ],
  100,
);
