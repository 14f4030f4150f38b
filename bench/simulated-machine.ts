import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processTree } from "./process-tree.ts";

const controller = "/sys/fs/cgroup/cpu";
/** Short, so that a thread that has used up its share does not make others wait for long. */
const periodUs = 20_000;
const lookEveryMs = 100;

/** Null if this machine can simulate others. */
export function cannotSimulate(): string | null {
  if (process.getuid?.() !== 0) return "simulating machines of other sizes takes root";
  if (existsSync(join(controller, "cpu.cfs_quota_us"))) return null;
  return "simulating machines of other sizes takes the cpu controller of control groups, version 1";
}

/**
 * A machine with slow cores, in which a program runs on this one: each of its threads gets at most one such core, and
 * all of them together at most `cores`. It shows where the work of a program stops being spread over more cores, but
 * nothing of what real cores share: caches, memory and clock rate.
 */
export class SimulatedMachine implements Disposable {
  readonly #pids: readonly number[];
  readonly #group: string;
  /** Of a core of this machine. */
  readonly #speed: number;
  readonly #threads = new Set<string>();
  readonly #looking: Timer;

  constructor(pids: readonly number[], cores: number, speed: number) {
    this.#pids = pids;
    this.#speed = speed;
    this.#group = join(controller, `weir-bench-${process.pid}-${cores}`);
    makeGroup(this.#group, cores * speed);
    this.#place();
    this.#looking = setInterval(() => this.#place(), lookEveryMs);
  }

  #place(): void {
    for (const pid of this.#pids) {
      for (const process of processTree(pid)) {
        for (const thread of threadsOf(process.pid)) if (!this.#threads.has(thread)) this.#enter(thread);
      }
    }
  }

  #enter(thread: string): void {
    const group = join(this.#group, thread);
    makeGroup(group, this.#speed);
    this.#threads.add(thread);
    ignoringEnded(() => writeFileSync(join(group, "tasks"), thread));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looking);
    for (const thread of this.#threads) {
      ignoringEnded(() => writeFileSync(join(controller, "tasks"), thread));
      rmdirSync(join(this.#group, thread));
    }
    rmdirSync(this.#group);
  }
}

function makeGroup(path: string, cores: number): void {
  mkdirSync(path);
  writeFileSync(join(path, "cpu.cfs_period_us"), String(periodUs));
  writeFileSync(join(path, "cpu.cfs_quota_us"), String(Math.round(periodUs * cores)));
}

function threadsOf(pid: number): string[] {
  return ignoringEnded(() => readdirSync(`/proc/${pid}/task`)) ?? [];
}

/** Null if the thread or process ended before the system call. */
function ignoringEnded<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
