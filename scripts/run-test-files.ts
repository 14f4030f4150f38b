import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Counts, type FailedTest, readTestReport } from "./test-report.ts";

export interface TestFilesRun {
  /** Relative to the root of the project. */
  readonly files: readonly string[];
  readonly root: string;
  /** For the test runner. */
  readonly flags: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The folder for the report. It must exist. */
  readonly reportFolder: string;
  /** After this time, the files are stopped with every process they started, and count as failed. */
  readonly timeoutMs: number;
}

export interface TestFilesResult {
  readonly files: readonly string[];
  /** The file, or the common folder of several files with their number. */
  readonly name: string;
  readonly counts: Counts;
  readonly failures: readonly FailedTest[];
  /** Why tests were skipped, one entry per skipped test. */
  readonly skipReasons: readonly string[];
  readonly seconds: number;
  /** Everything that was printed. */
  readonly output: string;
}

/** Leaders of process groups. */
const running = new Set<number>();

/** Stops the running files and every process they started. */
export function stopRunningFiles(): void {
  for (const pid of running) stopGroup(pid);
}

/**
 * Runs the tests of some files in a process of their own. The runner's own workers take one file after the other, and
 * grew until the machine had no memory left. A process that ends badly without a failed test counts as a failure too.
 */
export async function runTestFiles(run: TestFilesRun): Promise<TestFilesResult> {
  const { files, root, flags, env = process.env, reportFolder, timeoutMs } = run;
  const name = nameOf(files);
  const report = join(reportFolder, `${files[0]!.replaceAll("/", "_")}.xml`);
  const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
  const begunMs = performance.now();
  const child = Bun.spawn(
    [process.execPath, "test", ...flags, ...reporting, ...files.map((file) => `./${file}`)],
    {
      cwd: root,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    },
  );
  running.add(child.pid);
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    stopGroup(child.pid);
  }, timeoutMs);
  const [printed, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const code = await child.exited;
  clearTimeout(timer);
  // Processes that a failed test left running would slow down the tests after it.
  stopGroup(child.pid);
  running.delete(child.pid);
  const isReported = existsSync(report);
  const { counts, failures, skipReasons } = readTestReport(isReported ? readFileSync(report, "utf8") : "");
  const isUnexplained = counts.failed === 0 && (code !== 0 || !isReported);
  const output = `${printed}${complaints}`;
  const ending = isTooSlow
    ? `stopped after ${timeoutMs / 1000} s, the time limit of a process`
    : `ended with ${child.signalCode ?? `exit code ${code}`}`;
  return {
    files,
    name,
    output,
    skipReasons,
    seconds: (performance.now() - begunMs) / 1000,
    counts: isUnexplained ? { ...counts, failed: 1 } : counts,
    failures: isUnexplained ? [{ file: name, name: ending, text: output.trim() }] : failures,
  };
}

function nameOf(files: readonly string[]): string {
  const [first = "", ...others] = files;
  if (others.length === 0) return first;
  const parts = first.split("/");
  const shared = parts.findIndex((part, at) => others.some((other) => other.split("/")[at] !== part));
  return `${parts.slice(0, shared).join("/")} (${files.length} files)`;
}

function stopGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has ended by itself meanwhile.
  }
}
