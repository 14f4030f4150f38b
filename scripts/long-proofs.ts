import type { ImportGraph } from "./import-graph.ts";

/**
 * Folders of tests that take long: most kill, cut off, fill up and replace whole installations. Those of the browser
 * open the main pages in Firefox and WebKit, and pages on other screens and in rarer cases than `npm test`, which rarely
 * shows a fault that Chromium does not show on a desktop.
 */
const folders = [
  "tests/cluster/",
  "tests/crash/",
  "tests/proof/",
  "tests/exports/",
  "tests/upgrade/",
  "tests/browser/engines/",
  "tests/browser/variants/",
];

/** Single files that do the same, or build and copy a whole installation. */
const files = [
  "packages/server/src/installation/cluster/cluster-faults.test.ts",
  "packages/server/src/queue/jetstream/jetstream-loss.test.ts",
  "packages/server/src/store/engine/postgres/postgres-crash.test.ts",
  "tests/cli/copied-installation.test.ts",
  "tests/cli/role-cannot-run.test.ts",
];

/** Files in these folders that are short, so that `npm test` also shows that readings are durable and that a cluster works. */
export const shortProofs: readonly string[] = [
  "tests/cluster/faults/broken-alarms.test.ts",
  "tests/cluster/faults/processing-order.test.ts",
  "tests/cluster/roles.test.ts",
  "tests/crash/crash-under-load.test.ts",
  "tests/crash/ledger.test.ts",
  "tests/proof/bad-requests/answer-reader.test.ts",
  "tests/proof/proof-state.test.ts",
];

/** Whether `npm run test:faults` runs the file, and `npm test` does not. */
export function isLongProof(file: string): boolean {
  if (files.includes(file)) return true;
  return folders.some((folder) => file.startsWith(folder)) && !shortProofs.includes(file);
}

/**
 * Multiplies the number of cases that tests try at random. `npm test` tries half as many as the tests name, and
 * `npm run test:faults` four times as many, because how much they find depends on it.
 */
export const propertyRunsVariable = "WEIR_PROPERTY_RUNS";
export const propertyRunFactors = { usual: "0.5", faults: "4" };

const randomCases: ReadonlySet<string> = new Set(["tests/harness/property-runs.ts"]);

/** Whether the file, or a contract suite that it runs, tries cases at random. Both commands run these files. */
export function isRandomProof(file: string, graph: ImportGraph): boolean {
  return graph.reaches(file, randomCases);
}
