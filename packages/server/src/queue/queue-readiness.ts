import type { LastWrite } from "./last-write.ts";
import type { Queue } from "./queue.ts";

/** A write this recent shows that the queue can write, so that asking often does not mean writing often. */
const freshMs = 1000;
/** A write that takes longer than this counts as stuck. */
const patienceMs = 1000;

/**
 * Finds out whether a reading could be accepted now, without anybody having to send one. If no write has succeeded within the
 * last second, it tries a write that keeps nothing. An answer takes at most `patienceMs`.
 */
export class QueueReadiness {
  readonly #queue: Pick<Queue, "hasRoom" | "probe">;
  readonly #lastWrite: LastWrite;
  readonly #nowMs: () => number;
  /** The write that is being tried, and when it started. */
  #probe: { readonly ok: Promise<boolean>; readonly startedMs: number } | null = null;

  constructor(
    queue: Pick<Queue, "hasRoom" | "probe">,
    lastWrite: LastWrite,
    nowMs = () => performance.now(),
  ) {
    this.#queue = queue;
    this.#lastWrite = lastWrite;
    this.#nowMs = nowMs;
  }

  /** What is known without trying a write. */
  get seemsWritable(): boolean {
    return this.#queue.hasRoom() && !this.#lastWrite.hasFailed && this.#patienceLeftMs() > 0;
  }

  async isWritable(): Promise<boolean> {
    if (!this.#queue.hasRoom()) return false;
    if (this.#lastWrite.ageMs < freshMs) return true;
    this.#probe ??= { ok: this.#tryWrite(), startedMs: this.#nowMs() };
    const leftMs = this.#patienceLeftMs();
    return leftMs > 0 && (await Promise.race([this.#probe.ok, Bun.sleep(leftMs).then(() => false)]));
  }

  async #tryWrite(): Promise<boolean> {
    const ok = await this.#queue.probe();
    this.#probe = null;
    if (ok) this.#lastWrite.wrote();
    else this.#lastWrite.failed();
    return ok;
  }

  #patienceLeftMs(): number {
    return this.#probe === null ? patienceMs : this.#probe.startedMs + patienceMs - this.#nowMs();
  }
}
