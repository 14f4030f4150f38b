import { ensureSystemPackages } from "../../scripts/system-packages.ts";
import { tracer } from "../harness/programs.ts";

/** Why processes cannot be traced here; null if they can. Checked once, before the tests that need it. */
export async function whyNoStrace(): Promise<string | null> {
  const ensured = await ensureSystemPackages([tracer]);
  if (!ensured.ok) return ensured.problem;
  const trial = Bun.spawn(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const complaint = await new Response(trial.stderr).text();
  return (await trial.exited) === 0 ? null : `strace may not trace processes here: ${complaint.trim()}`;
}

/** All system calls that decide what a power cut leaves on the disk, and what was answered before it. */
export function recordingCommand(traceFile: string): string[] {
  const calls = "pwrite64,fsync,fdatasync,ftruncate,unlink,sendto,sendmsg,write,writev";
  return [...strace(traceFile), "--seccomp-bpf", "--string-limit=1048576", `--trace=${calls}`];
}

export const syncCalls = "fsync,fdatasync";

interface Fault {
  /** Calls on this file only. */
  readonly file: string;
  /** Which calls; syncs if left out. */
  readonly calls?: string;
  /** How many calls of each thread succeed. */
  readonly after: number;
  /** How many are struck then; all if left out. */
  readonly times?: number;
  /** Whether the call fails with this error, takes longer, or its process is killed before it begins. */
  readonly effect: "error=EIO" | "error=ENOSPC" | "signal=KILL" | `delay_enter=${number}`;
}

/** Strikes the calls on one file. Runs without the seccomp filter, under which strace delivers no signals. */
export function faultCommand(
  traceFile: string,
  { file, calls = syncCalls, after, times, effect }: Fault,
): string[] {
  const last = times === undefined ? "+" : `..${after + times}`;
  return [
    ...strace(traceFile),
    `--trace-path=${file}`,
    `--trace=${calls}`,
    `--inject=${calls}:${effect}:when=${after + 1}${last}`,
  ];
}

function strace(traceFile: string): string[] {
  return ["strace", "--follow-forks", "--decode-fds=path", "--quiet=attach,exit", `--output=${traceFile}`];
}
