import { readFileSync } from "node:fs";

const nanosPerMs = 1e6;
const microsPerMs = 1e3;

/**
 * How long a thread of this process has run on a CPU, as other threads can see it. Linux counts this for each thread. Elsewhere
 * it is the time of all threads together, which is never less.
 */
export class ThreadTime {
  readonly #file: string | null;
  #lastMs = 0;

  /** `thread` is the number that Linux gives it; null if there is none. */
  constructor(thread: number | null) {
    const file = `/proc/self/task/${thread}/schedstat`;
    this.#file = thread === null || readCpuMs(file) === null ? null : file;
  }

  /** Stays as it is when the thread has ended. */
  ms(): number {
    if (this.#file === null) {
      const { user, system } = process.cpuUsage();
      return (user + system) / microsPerMs;
    }
    this.#lastMs = readCpuMs(this.#file) ?? this.#lastMs;
    return this.#lastMs;
  }
}

/** Null if there is no such file. */
function readCpuMs(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, "latin1"), 10) / nanosPerMs;
  } catch {
    return null;
  }
}
