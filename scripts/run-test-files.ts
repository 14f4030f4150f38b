import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Counts, type FailedTest, readTestReport } from "./test-report.ts";

export interface TestFilesRun {
  /** From the root of the project. */
  readonly files: readonly string[];
  readonly root: string;
  /** For the test runner. */
  readonly flags: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where its report goes; it must be there. */
  readonly reportFolder: string;
  /** After this long the files are stopped, with every process they started, and count as failed. */
  readonly timeoutMs: number;
}

export interface TestFilesResult {
  /** The file; or the folder of several, and how many there are. */
  readonly name: string;
  readonly counts: Counts;
  readonly failures: readonly FailedTest[];
  /** Why tests were skipped, once for each of them. */
  readonly skipReasons: readonly string[];
  readonly seconds: number;
  /** All that was printed. */
  readonly output: string;
}

/** Leaders of process groups. */
const running = new Set<number>();

/** Stops the files that are being run, and every process they started. */
export function stopRunningFiles(): void {
  for (const pid of running) stopGroup(pid);
}

/**
 * Runs the tests of some files in a process of their own: the runner's own workers, which take one file after the other, were
 * seen to grow until the machine had no memory left. A process that ends badly without a failed test is a failure too.
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
      ...{ cwd: root, env, stdin: "ignore", stdout: "pipe", stderr: "pipe", detached: true },
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
  // What a failed test has left running, which would slow down the tests after it.
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
    ...{ name, output, skipReasons, seconds: (performance.now() - begunMs) / 1000 },
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
    // It has ended by itself meanwhile.
  }
}
