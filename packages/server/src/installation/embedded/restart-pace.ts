const firstMs = 100;
const lastMs = 10_000;
/** A process that lived this long was healthy, so its next restart is quick again. */
const healthyAfterMs = 30_000;

/** How long to wait before a dead process is restarted: twice as long after each death. */
export class RestartPace {
  #nextMs = firstMs;
  #startedMs = 0;

  started(): void {
    this.#startedMs = performance.now();
  }

  /** The process died. Returns how long to wait. */
  died(): number {
    if (performance.now() - this.#startedMs > healthyAfterMs) this.#nextMs = firstMs;
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(waitMs * 2, lastMs);
    return waitMs;
  }
}
