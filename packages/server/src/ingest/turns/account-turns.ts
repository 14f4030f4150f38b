/**
 * Work that waits, by account. The next is of the account that has cost least so far, so an account with much or expensive
 * work delays only itself. An account that comes back after a pause begins where the others are: it has not saved anything up.
 */
export class AccountTurns<Work> {
  readonly #waiting = new Map<number, Work[]>();
  /** What each account has cost, in ms; only of accounts that are ahead of `#floorMs`. */
  readonly #costMs = new Map<number, number>();
  /** What the account whose turn was last had cost by then. */
  #floorMs = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(accountId: number, work: Work): void {
    const waiting = this.#waiting.get(accountId);
    if (waiting === undefined) this.#waiting.set(accountId, [work]);
    else waiting.push(work);
  }

  charge(accountId: number, ms: number): void {
    this.#costMs.set(accountId, this.#costOf(accountId) + ms);
  }

  /** Returns the work whose turn it is, and removes it. */
  next(): { readonly accountId: number; readonly work: Work } | null {
    let accountId: number | null = null;
    for (const waiting of this.#waiting.keys()) {
      if (accountId === null || this.#costOf(waiting) < this.#costOf(accountId)) accountId = waiting;
    }
    if (accountId === null) {
      this.#costMs.clear();
      this.#floorMs = 0;
      return null;
    }
    this.#floorMs = this.#costOf(accountId);
    for (const [other, ms] of this.#costMs) if (ms <= this.#floorMs) this.#costMs.delete(other);
    const waiting = this.#waiting.get(accountId)!;
    const work = waiting.shift()!;
    if (waiting.length === 0) this.#waiting.delete(accountId);
    return { accountId, work };
  }

  #costOf(accountId: number): number {
    return Math.max(this.#costMs.get(accountId) ?? 0, this.#floorMs);
  }
}
