import { join } from "node:path";

const root = join(import.meta.dir, "../..");

export interface RunAgain {
  /** The lines of the tests that failed. */
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
  const failed = report.split("\n").filter((line) => line.startsWith("(fail)"));
  const exitCode = await running.exited;
  if (failed.length > 0 || exitCode !== 0) console.error(report);
  return { failed, ran: Number(/^Ran (\d+) tests/m.exec(report)?.[1]), exitCode };
}
