import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = "/sys/fs/cgroup/memory";
const unlimited = "-1";

/** A control group whose memory can be limited while a server runs in it. */
export class MemoryGroup implements Disposable {
  readonly #folder: string;

  constructor(name = `weir-proof-${process.pid}`) {
    this.#folder = join(root, name);
    mkdirSync(this.#folder, { recursive: true });
  }

  /** A command that runs another one in the group. */
  get under(): string[] {
    return ["sh", "-c", `echo 0 > ${this.#folder}/cgroup.procs; "$@"; exit $?`, "sh"];
  }

  /** How many processes the kernel has killed because they would have needed more. */
  get kills(): number {
    return Number(/oom_kill (\d+)/.exec(readFileSync(join(this.#folder, "memory.oom_control"), "utf8"))![1]);
  }

  /** Leaves the processes only this much more than they use now, without what the system can take back. */
  leave(bytes: number): void {
    const stat = readFileSync(join(this.#folder, "memory.stat"), "utf8");
    const used = Number(/^total_rss (\d+)/m.exec(stat)![1]);
    try {
      writeFileSync(join(this.#folder, "memory.limit_in_bytes"), String(used + bytes));
    } catch (error) {
      // More was in use by then.
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
    }
  }

  free(): void {
    writeFileSync(join(this.#folder, "memory.limit_in_bytes"), unlimited);
  }

  [Symbol.dispose](): void {
    rmdirSync(this.#folder);
  }
}

/** Why the memory of processes cannot be limited here; null if it can. */
export function whyNoMemoryGroup(): string | null {
  if (process.getuid?.() !== 0) return "limiting memory needs root";
  if (!existsSync(join(root, "memory.limit_in_bytes")))
    return "limiting memory needs control groups of version 1";
  try {
    new MemoryGroup(`weir-trial-${process.pid}`)[Symbol.dispose]();
    return null;
  } catch (error) {
    return `memory cannot be limited here: ${error instanceof Error ? error.message : error}`;
  }
}
