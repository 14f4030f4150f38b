/** How fast something grows, and how long the rest will take. Pauses do not count. */
export class Pace {
  #activeMs = 0;
  #done = 0;
  #lastMs: number | null = null;
  #lastAmount = 0;

  /** Records how much there is now. */
  note(amount: number, nowMs: number): void {
    if (this.#lastMs !== null) {
      this.#activeMs += nowMs - this.#lastMs;
      this.#done += amount - this.#lastAmount;
    }
    this.#lastMs = nowMs;
    this.#lastAmount = amount;
  }

  /** Leaves out everything until the next note. */
  interrupt(): void {
    this.#lastMs = null;
  }

  /** Null while too little is known. */
  perSecond(): number | null {
    return this.#activeMs < leastMs || this.#done <= 0 ? null : (this.#done / this.#activeMs) * 1000;
  }

  remainingMs(total: number): number | null {
    const rate = this.perSecond();
    return rate === null ? null : ((total - this.#lastAmount) / rate) * 1000;
  }
}

const leastMs = 1000;
