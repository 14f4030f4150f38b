/** Readings between two looks at the clock: at most 32 ms of work. */
export const looksEvery = 16;

/**
 * Measures how long each account has been processed within a batch. Once an account has had its turn, the rest of its
 * readings must wait, and those of other accounts need not.
 */
export class TurnClock {
  readonly #now: () => number;
  readonly #spentMs = new Map<number, number>();
  #accountId = -1;
  #sinceMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#spentMs.clear();
    this.#accountId = -1;
    this.#sinceMs = this.#now();
  }

  /** Called before each reading of an account. Returns whether the account has had its turn of `turnMs`. */
  isOver(accountId: number, turnMs: number): boolean {
    this.#change(accountId);
    return (this.#spentMs.get(accountId) ?? 0) >= turnMs;
  }

  /** Ends the batch. Returns how long each account took. */
  end(): ReadonlyMap<number, number> {
    if (this.#accountId >= 0) this.#change(-1);
    return this.#spentMs;
  }

  #change(accountId: number): void {
    const nowMs = this.#now();
    if (this.#accountId >= 0) {
      this.#spentMs.set(this.#accountId, (this.#spentMs.get(this.#accountId) ?? 0) + nowMs - this.#sinceMs);
    }
    this.#accountId = accountId;
    this.#sinceMs = nowMs;
  }
}
