import { readdirSync, readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { basename } from "node:path";

/**
 * Lowers how urgently the scheduler treats a process. Linux has a priority for each thread, and those of the runtime that
 * compile and collect garbage take as much time as its own: all of them are lowered, and threads that they start later
 * inherit it. A process that has ended needs nothing.
 */
export function lowerProcess(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) lower(thread, niceness);
}

/** Lowers the thread that calls this. Elsewhere than on Linux all threads of a process have the same priority, which stays. */
export function lowerThisThread(niceness: number): void {
  const thread = thisThread();
  if (thread !== null) lower(thread, niceness);
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

function thisThread(): number | null {
  try {
    return Number(basename(readlinkSync("/proc/thread-self")));
  } catch {
    return null;
  }
}

/** A thread that stands further back already stays there. It may have ended, too. */
function lower(thread: number, niceness: number): void {
  try {
    if (getPriority(thread) < niceness) setPriority(thread, niceness);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_SYSTEM_ERROR")) throw error;
  }
}
