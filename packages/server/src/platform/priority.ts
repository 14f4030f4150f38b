import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { errorCode } from "./error-code.ts";
import { thisThread } from "./this-thread.ts";

/**
 * Lowers the priority of a process. Linux has a priority per thread, and the runtime's threads that compile and collect garbage
 * take as much time as its own: all of them are lowered, and threads that they start later inherit it. A process that has ended
 * is ignored.
 */
export function lowerProcess(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) lower(thread, niceness);
}

/** Lowers the calling thread. Outside Linux all threads of a process have the same priority, which stays. */
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

/** A thread with a lower priority keeps it. The thread may also have ended. */
function lower(thread: number, niceness: number): void {
  try {
    if (getPriority(thread) < niceness) setPriority(thread, niceness);
  } catch (error) {
    if (errorCode(error) !== "ERR_SYSTEM_ERROR") throw error;
  }
}
