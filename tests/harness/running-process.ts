import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine. The start time tells it from a later one that was given the same id. */
export interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly startTicks: number;
}

/**
 * Null when there is no such process, or only what is left of it until its parent has asked how it ended. One whose
 * first thread has ended before the others still runs: it holds its files and locks.
 */
export function findProcess(pid: number): RunningProcess | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name stands in parentheses and may itself hold spaces and parentheses. The field after it is number 3.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parentPid] = fields;
  if ((state === "Z" || state === "X") && threadsOf(pid) <= 1) return null;
  return { pid, parentPid: Number(parentPid), startTicks: Number(fields[22 - 3]) };
}

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

export function childrenOf(parentPid: number): RunningProcess[] {
  return allProcesses().filter((found) => found.parentPid === parentPid);
}

/** Those whose command line, in words, is the one that is looked for. */
export function findProcesses(matches: (command: string[]) => boolean): RunningProcess[] {
  return allProcesses().filter(({ pid }) => matches(commandOf(pid)));
}

function allProcesses(): RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
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

/** Sends the signal to this very process and to no other; false when it is gone. */
export function signalProcess(target: RunningProcess, signal: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch {
    return false;
  }
}
