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

interface Fault {
  /** Syncs of this file only. */
  readonly file: string;
  /** How many syncs of each thread succeed. All later ones are struck. */
  readonly after: number;
  /** Whether the sync fails with this error, or its process is killed before the sync begins. */
  readonly effect: "error=EIO" | "signal=KILL";
}

/** Strikes the syncs of one file. Runs without the seccomp filter, under which strace delivers no signals. */
export function faultCommand(traceFile: string, { file, after, effect }: Fault): string[] {
  const syncs = "fsync,fdatasync";
  return [
    ...strace(traceFile),
    `--trace-path=${file}`,
    `--trace=${syncs}`,
    `--inject=${syncs}:${effect}:when=${after + 1}+`,
  ];
}

function strace(traceFile: string): string[] {
  return ["strace", "--follow-forks", "--decode-fds=path", "--quiet=attach,exit", `--output=${traceFile}`];
}
