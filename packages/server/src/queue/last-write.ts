/** How and when the last write of the queue ended, as its writer reports. It is known before the queue can be asked. */
export class LastWrite {
  readonly #nowMs: () => number;
  #wroteMs = Number.NEGATIVE_INFINITY;
  #hasFailed = false;

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The time since the last write if that succeeded, otherwise Infinity. */
  get ageMs(): number {
    return this.#nowMs() - this.#wroteMs;
  }

  wrote(): void {
    this.#wroteMs = this.#nowMs();
    this.#hasFailed = false;
  }

  failed(): void {
    this.#wroteMs = Number.NEGATIVE_INFINITY;
    this.#hasFailed = true;
  }
}
