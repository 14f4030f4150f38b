import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { processRoles } from "@weir/protocol/closed-sets";
import { allProcessIds, readProcessStat } from "../scripts/process-stat.ts";

/** What /proc shows of one process at one moment. */
interface ProcessSample {
  readonly pid: number;
  readonly parentPid: number;
  /** Distinguishes a process from a later one with the same id. */
  readonly startTicks: number;
  readonly cpuMs: number;
  readonly rssBytes: number;
}

/** Linux reports times to programs in hundredths of a second. */
const tickMs = 10;
const pageBytes = 4096;

/** The process and everything it started that still runs, the process itself first; empty if it has ended. */
export function processTree(rootPid: number): ProcessSample[] {
  const root = sampleProcess(rootPid);
  if (root === null) return [];
  const all = allProcessIds()
    .map(sampleProcess)
    .filter((sample) => sample !== null);
  const tree = [root];
  // The list grows during the loop: children are found after their parents.
  for (const parent of tree) tree.push(...all.filter(({ parentPid }) => parentPid === parent.pid));
  return tree;
}

/** The roles that processes of Weir are started with. */
const roles: ReadonlySet<string> = new Set(processRoles);

/** The part of the system that a process is: its role if it belongs to Weir, else the name of its program. */
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

/** Null if there is no such process. CPU counts all threads, including those that have ended. */
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

/** Kills those that still run. */
export function killProcesses(processes: readonly ProcessSample[]): void {
  for (const { pid, startTicks } of processes) {
    if (sampleProcess(pid)?.startTicks === startTicks) process.kill(pid, "SIGKILL");
  }
}
