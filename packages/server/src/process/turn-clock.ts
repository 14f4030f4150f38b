/** Readings between two looks at the clock: at most 32 ms of work. */
export const looksEvery = 16;

/**
 * Measures how long each account has been processed within a batch. An account that has had its turn is over: what else
 * there is of it has to wait, and those that come after it do not.
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

  /** The next reading is of this account; returns whether the account has had its turn of `turnMs`. */
  isOver(accountId: number, turnMs: number): boolean {
    this.#change(accountId);
    return (this.#spentMs.get(accountId) ?? 0) >= turnMs;
  }

  /** Nothing more is processed in the batch; returns how long each account took. */
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
