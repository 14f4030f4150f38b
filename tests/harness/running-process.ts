import { readdirSync, readFileSync } from "node:fs";
import { allProcessIds, readProcessStat } from "../../scripts/process-stat.ts";

/** A process of this machine. The start time distinguishes it from a later process with the same id. */
export interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly startTicks: number;
}

/**
 * Null if there is no such process, or if it has ended and its parent has not read its exit status. A process whose
 * first thread has ended before the others is still running: it holds its files and locks.
 */
export function findProcess(pid: number): RunningProcess | null {
  const stat = readProcessStat(pid);
  if (stat === null) return null;
  if ((stat.state === "Z" || stat.state === "X") && threadsOf(pid).length <= 1) return null;
  return { pid, parentPid: stat.field(4), startTicks: stat.field(22) };
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** The niceness of each thread. */
export function nicenessOfThreads({ pid }: RunningProcess): number[] {
  return threadsOf(pid)
    .map((thread) => readProcessStat(thread)?.field(19))
    .filter((niceness) => niceness !== undefined);
}

export function namesOfThreads({ pid }: Pick<RunningProcess, "pid">): string[] {
  return threadsOf(pid)
    .map((thread) => readProcessStat(thread)?.name)
    .filter((name) => name !== undefined);
}

export function childrenOf(parentPid: number): RunningProcess[] {
  return allProcesses().filter((found) => found.parentPid === parentPid);
}

/** Processes whose command line matches, given as a list of words. */
export function findProcesses(matches: (command: string[]) => boolean): RunningProcess[] {
  return allProcesses().filter(({ pid }) => matches(commandOf(pid)));
}

function allProcesses(): RunningProcess[] {
  return allProcessIds()
    .map(findProcess)
    .filter((found) => found !== null);
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return [];
  }
}

export function isRunning(process: RunningProcess): boolean {
  return findProcess(process.pid)?.startTicks === process.startTicks;
}

/** Sends the signal to exactly this process; false if it is gone. */
export function signalProcess(target: RunningProcess, signal: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch {
    return false;
  }
}

const lookEveryMs = 1;

/**
 * Stops a process until it gets SIGCONT. Resolves when all its threads stand still: on a busy machine, they were seen to
 * run on for 50 ms after the signal. Where there is no /proc, resolves at once.
 */
export async function pauseProcess({ pid }: Pick<RunningProcess, "pid">): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const isStill = (thread: number) => "TtZX".includes(readProcessStat(thread)?.state ?? "X");
  while (!threadsOf(pid).every(isStill)) await Bun.sleep(lookEveryMs);
}
