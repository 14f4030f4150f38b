/** Lets several loops pause together: each calls `whenRunning` before its next piece of work. */
export class Pausing {
  readonly #loops: number;
  #paused = 0;
  #isPaused = false;
  #resumed = Promise.withResolvers<void>();
  #allPaused = Promise.withResolvers<void>();

  constructor(loops: number) {
    this.#loops = loops;
  }

  /** Resolves when every loop waits. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#allPaused.promise;
  }

  resume(): void {
    this.#isPaused = false;
    this.#resumed.resolve();
    this.#resumed = Promise.withResolvers();
    this.#allPaused = Promise.withResolvers();
    this.#paused = 0;
  }

  async whenRunning(): Promise<void> {
    if (!this.#isPaused) return;
    if (++this.#paused === this.#loops) this.#allPaused.resolve();
    await this.#resumed.promise;
  }
}
