import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { processRoles } from "@weir/protocol/closed-sets";
import { allProcessIds, readProcessStat } from "../scripts/process-stat.ts";

/** What /proc tells of one process at one moment. */
interface ProcessSample {
  readonly pid: number;
  readonly parentPid: number;
  /** Tells a process from a later one that got the same id. */
  readonly startTicks: number;
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** Linux counts in hundredths of a second wherever it shows times to programs. */
const tickMs = 10;
const pageBytes = 4096;

/** The process and everything it started that still runs, the process itself first; empty when it is gone. */
export function processTree(rootPid: number): ProcessSample[] {
  const root = sampleProcess(rootPid);
  if (root === null) return [];
  const all = allProcessIds()
    .map(sampleProcess)
    .filter((sample) => sample !== null);
  const tree = [root];
  // The list grows while it is walked: children are found after their parents.
  for (const parent of tree) tree.push(...all.filter(({ parentPid }) => parentPid === parent.pid));
  return tree;
}

/** The roles that processes of Weir are started with. */
const roles: ReadonlySet<string> = new Set(processRoles);

/** What a process is within its system: its role where it is one of Weir's, else the name of its program. */
export function partOf({ pid }: ProcessSample): string {
  const words = wordsOf(pid);
  return words.find((word) => roles.has(word)) ?? programOf(words[0] ?? "");
}

/** Some write over their command line: `postgres: walwriter`, `redis-server 127.0.0.1:6379`. */
function programOf(command: string): string {
  return basename(command.split(/[: ]/, 1)[0]!);
}

function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Null when there is no such process. CPU counts all threads, also those that have ended. */
export function sampleProcess(pid: number): ProcessSample | null {
  const stat = readProcessStat(pid);
  if (stat === null) return null;
  return {
    pid,
    parentPid: stat.field(4),
    startTicks: stat.field(22),
    cpuMs: (stat.field(14) + stat.field(15)) * tickMs,
    rssBytes: stat.field(24) * pageBytes,
  };
}

/** Ends those that still run. */
export function killProcesses(processes: readonly ProcessSample[]): void {
  for (const { pid, startTicks } of processes) {
    if (sampleProcess(pid)?.startTicks === startTicks) process.kill(pid, "SIGKILL");
  }
}
