import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/**
 * The files that are most likely to behave differently on a cluster. They take less than a minute and are part of `npm
 * run test:faults`.
 */
export const mainFilesOnCluster: readonly string[] = [
  "tests/contract/readings-api.test.ts",
  "tests/contract/duplicates.test.ts",
  "tests/contract/tokens.test.ts",
  "tests/api/account-deletion.test.ts",
  "tests/cli/chain-live.test.ts",
  "tests/browser/smoke.test.ts",
];

/**
 * Every file that also passes on a cluster. The others test files, restarts, the server of one machine or its operator.
 */
export function filesOnCluster(): readonly string[] {
  return [
    ...new Bun.Glob("tests/contract/*.test.ts").scanSync(root),
    ...[
      "account-deletion",
      "activity",
      "dry-run-metadata",
      "head-requests",
      "live-access",
      "mail-recipients",
      "management",
      "reading-values",
      "times-ahead",
      "token-regenerate",
    ].map((name) => `tests/api/${name}.test.ts`),
    ...["alarm", "chain-live", "chain-trace", "dead-letter", "exact-metadata", "header-secret", "outbox"].map(
      (name) => `tests/cli/${name}.test.ts`,
    ),
    "tests/browser/set-up.test.ts",
    "tests/browser/smoke.test.ts",
  ].toSorted();
}
