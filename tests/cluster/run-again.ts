import { join } from "node:path";

const root = join(import.meta.dir, "../..");

export interface RunAgain {
  /** What each failed test printed, up to its own line. */
  readonly failed: readonly string[];
  readonly ran: number;
  readonly exitCode: number;
}

/** Runs test files in their own process with other settings of the harness, and prints the failures. */
export async function runAgain(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunAgain> {
  const running = Bun.spawn([process.execPath, "test", "--timeout=120000", ...files], {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const report = await running.stderr.text();
  const failed = failuresIn(report);
  const exitCode = await running.exited;
  if (failed.length > 0 || exitCode !== 0) console.error(report);
  return { failed, ran: Number(/^Ran (\d+) tests/m.exec(report)?.[1]), exitCode };
}

/** The runner repeats the lines of failed tests at the end, after the line that announces them. */
function failuresIn(report: string): string[] {
  const failures: string[] = [];
  let printed: string[] = [];
  for (const line of report.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break;
    printed.push(line);
    if (line.startsWith("(fail)")) failures.push(printed.join("\n"));
    if (/^\((pass|skip|fail)\)/.test(line)) printed = [];
  }
  return failures;
}
