import type { TestFilesResult } from "./run-test-files.ts";
import type { FailedTest } from "./test-report.ts";

/** If more files fail than this, something is broken, and running them again would only take time. */
const filesMax = 8;

export interface RunAgain {
  /** Tests that failed for good, with the error of their first run. */
  readonly failures: readonly FailedTest[];
  /** Tests that failed beside others, and passed alone. */
  readonly flaky: readonly FlakyTest[];
}

export interface FlakyTest extends FailedTest {
  /** What the second run of its file printed. */
  readonly secondOutput: string;
}

/**
 * Runs each file with a failed test once more. `runAlone` runs files in a process of their own, with no other test
 * beside it. The whole file runs, because a test may depend on what those before it have set up.
 */
export async function runAgain(
  failed: readonly TestFilesResult[],
  runAlone: (files: readonly string[]) => Promise<TestFilesResult>,
): Promise<RunAgain> {
  const groups = failed.flatMap(groupsOf);
  if (groups.length > filesMax) return { failures: failed.flatMap(({ failures }) => failures), flaky: [] };
  const failures: FailedTest[] = [];
  const flaky: FlakyTest[] = [];
  for (const group of groups) {
    const { counts, output } = await runAlone(group.files);
    const hasPassed = counts.failed === 0 && counts.passed > 0;
    if (hasPassed) flaky.push(...group.failures.map((test) => ({ ...test, secondOutput: output })));
    else failures.push(...group.failures);
  }
  return { failures, flaky };
}

interface Group {
  readonly files: readonly string[];
  readonly failures: readonly FailedTest[];
}

/** One group per file with a failed test, or all files of a process that ended without saying which test failed. */
function groupsOf({ files, failures }: TestFilesResult): Group[] {
  const isExplained = failures.every(({ file }) => files.includes(file));
  if (!isExplained) return [{ files, failures }];
  return files
    .map((file) => ({ files: [file], failures: failures.filter((test) => test.file === file) }))
    .filter((group) => group.failures.length > 0);
}
