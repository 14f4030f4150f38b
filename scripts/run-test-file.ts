import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Counts, type FailedTest, readTestReport } from "./test-report.ts";

export interface TestFileRun {
  /** From the root of the project. */
  readonly file: string;
  readonly root: string;
  /** For the test runner. */
  readonly flags: readonly string[];
  /** Where its report goes; it must be there. */
  readonly reportFolder: string;
}

export interface TestFileResult {
  readonly file: string;
  readonly counts: Counts;
  readonly failures: readonly FailedTest[];
  readonly seconds: number;
  /** All that was printed. */
  readonly output: string;
}

/**
 * Runs the tests of one file in a process of their own: the runner's own workers, which take one file after the other, were
 * seen to grow until the machine had no memory left. That the process ends badly without a failed test is a failure too.
 */
export async function runTestFile(run: TestFileRun): Promise<TestFileResult> {
  const { file, root, flags, reportFolder } = run;
  const report = join(reportFolder, `${file.replaceAll("/", "_")}.xml`);
  const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
  const begunMs = performance.now();
  const child = Bun.spawn([process.execPath, "test", ...flags, ...reporting, `./${file}`], {
    ...{ cwd: root, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  const [printed, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const code = await child.exited;
  const isReported = existsSync(report);
  const { counts, failures } = readTestReport(isReported ? readFileSync(report, "utf8") : "");
  const isUnexplained = counts.failed === 0 && (code !== 0 || !isReported);
  const output = `${printed}${complaints}`;
  const ending = `ended with ${child.signalCode ?? `exit code ${code}`}`;
  return {
    ...{ file, output, seconds: (performance.now() - begunMs) / 1000 },
    counts: isUnexplained ? { ...counts, failed: 1 } : counts,
    failures: isUnexplained ? [{ file, name: ending, text: output.trim() }] : failures,
  };
}
