import type { Log } from "../platform/log.ts";

/**
 * Logs an outage of the store or the queue once for all partitions of the process: when the first of them fails, and
 * when the last of them works again. In a cluster they fail together, and each is tried again every few seconds.
 */
export class OutageLog {
  readonly #log: Log;
  /** Called with the reason of every failure, and with null when all partitions work again. */
  readonly #onAttempt: (failure: string | null) => void;
  readonly #failing = new Set<number>();
  /** The partitions that have failed since the outage began. */
  readonly #met = new Set<number>();
  #attempts = 0;
  #sinceMs = 0;

  constructor(log: Log, onAttempt: (failure: string | null) => void = () => undefined) {
    this.#log = log;
    this.#onAttempt = onAttempt;
  }

  failed(partition: number, problem: string, reason: string): void {
    if (this.#met.size === 0) {
      this.#sinceMs = performance.now();
      this.#log.error(problem, { partition, reason });
    } else this.#log.debug(problem, { partition, reason });
    this.#failing.add(partition);
    this.#met.add(partition);
    this.#attempts++;
    this.#onAttempt(reason);
  }

  /** Called after every round, so it is cheap while nothing fails. */
  worked(partition: number): void {
    if (this.#met.size === 0 || !this.#failing.delete(partition)) return;
    this.#endIfOver();
  }

  /** This process no longer owns the partition, so nobody here will try again. */
  gone(partition: number): void {
    this.worked(partition);
  }

  #endIfOver(): void {
    if (this.#failing.size > 0) return;
    this.#log.info("readings are settled again", {
      partitions: this.#met.size,
      failed_attempts: this.#attempts,
      after_s: Math.round((performance.now() - this.#sinceMs) / 100) / 10,
    });
    this.#onAttempt(null);
    this.#met.clear();
    this.#attempts = 0;
  }
}
