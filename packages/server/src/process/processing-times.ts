const windowMs = 10_000;

/** Measures how much time the readings of each account took over the last ten to twenty seconds. */
export class ProcessingTimes {
  readonly #now: () => number;
  #before = new Map<number, number>();
  #current = new Map<number, number>();
  #beforeSinceMs: number;
  #sinceMs: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#sinceMs = now();
    this.#beforeSinceMs = this.#sinceMs;
  }

  /** Adds the times of a batch that has just been processed. */
  add(spentMs: ReadonlyMap<number, number>): void {
    this.#turnOver();
    for (const [accountId, ms] of spentMs)
      this.#current.set(accountId, (this.#current.get(accountId) ?? 0) + ms);
  }

  /** Returns the account's share of the time in percent. */
  percentOf(accountId: number): number {
    const nowMs = this.#turnOver();
    const spentMs = (this.#before.get(accountId) ?? 0) + (this.#current.get(accountId) ?? 0);
    const elapsedMs = Math.max(1, nowMs - this.#beforeSinceMs);
    return Math.min(100, (spentMs / elapsedMs) * 100);
  }

  /** Returns the accounts that took at least this share of the time in percent. */
  accountsAbove(percent: number): number[] {
    const accountIds = new Set([...this.#before.keys(), ...this.#current.keys()]);
    return [...accountIds].filter((accountId) => this.percentOf(accountId) >= percent);
  }

  #turnOver(): number {
    const nowMs = this.#now();
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs < windowMs) return nowMs;
    const isOld = elapsedMs >= 2 * windowMs;
    this.#before = isOld ? new Map() : this.#current;
    this.#beforeSinceMs = isOld ? nowMs - windowMs : this.#sinceMs;
    this.#current = new Map();
    this.#sinceMs = nowMs;
    return nowMs;
  }
}
