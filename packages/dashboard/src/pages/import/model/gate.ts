/** The import was given up, for example because the person left the page. Nothing went wrong. */
export class StoppedError extends Error {
  constructor() {
    super("The import was stopped.");
    this.name = "StoppedError";
  }
}

/** Lets work pass, holds it while it is paused, and ends it when it is stopped. */
export class Gate {
  #isPaused = false;
  #isStopped = false;
  readonly #held = new Set<() => void>();

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#release();
  }

  stop(): void {
    this.#isStopped = true;
    this.#release();
  }

  /** Resolves once the work may go on. Rejects with a StoppedError once it is stopped. */
  async pass(): Promise<void> {
    while (this.#isPaused && !this.#isStopped) await this.#hold(null);
    if (this.#isStopped) throw new StoppedError();
  }

  /** Waits; shorter if the work is stopped or resumed meanwhile. */
  async wait(ms: number): Promise<void> {
    if (!this.#isStopped) await this.#hold(ms);
  }

  #hold(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(() => go(), ms);
      const go = () => {
        clearTimeout(timer);
        this.#held.delete(go);
        resolve();
      };
      this.#held.add(go);
    });
  }

  #release(): void {
    for (const go of this.#held) go();
  }
}
