import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../harness/wait-until.ts";

const root = "/sys/fs/cgroup/memory";
const unlimited = "-1";

/** A control group whose memory can be limited while a server runs in it. */
export class MemoryGroup implements AsyncDisposable {
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
    return Number(/oom_kill (\d+)/.exec(this.#read("memory.oom_control"))![1]);
  }

  /** Leaves the processes only this much more than they use now, if possible without what the system can take back. */
  leave(bytes: number): void {
    const used = Number(/^total_rss (\d+)/m.exec(this.#read("memory.stat"))![1]);
    if (!this.#limit(used + bytes)) this.#limit(Number(this.#read("memory.usage_in_bytes")) + bytes);
  }

  /** Whether the processes need no more than this. */
  #limit(bytes: number): boolean {
    try {
      writeFileSync(join(this.#folder, "memory.limit_in_bytes"), String(bytes));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
      return false;
    }
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), "utf8");
  }

  free(): void {
    writeFileSync(join(this.#folder, "memory.limit_in_bytes"), unlimited);
  }

  /** A killed process may be in the group for a moment longer. */
  async [Symbol.asyncDispose](): Promise<void> {
    await waitUntil("the group is empty", () => this.#read("cgroup.procs").trim() === "");
    await waitUntil("the group is removed", () => this.#remove());
  }

  #remove(): boolean {
    try {
      rmdirSync(this.#folder);
      return true;
    } catch {
      return false;
    }
  }
}

/** Why the memory of processes cannot be limited here; null if it can. */
export async function whyNoMemoryGroup(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "limiting memory needs root";
  if (!existsSync(join(root, "memory.limit_in_bytes")))
    return "limiting memory needs control groups of version 1";
  try {
    await new MemoryGroup(`weir-trial-${process.pid}`)[Symbol.asyncDispose]();
    return null;
  } catch (error) {
    return `memory cannot be limited here: ${error instanceof Error ? error.message : error}`;
  }
}
