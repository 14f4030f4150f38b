/** Readings between two looks at the clock: at most 32 ms of work. */
export const looksEvery = 16;

/**
 * Measures how long each account and each tenant has been processed within a batch. Once a tenant has had its turn, the
 * rest of the readings of its accounts must wait, and those of others need not.
 */
export class TurnClock {
  readonly #now: () => number;
  readonly #spentMs = new Map<number, number>();
  readonly #ofTenants = new Map<number, number>();
  #accountId = -1;
  #tenantId = -1;
  #sinceMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#spentMs.clear();
    this.#ofTenants.clear();
    this.#accountId = -1;
    this.#sinceMs = this.#now();
  }

  /** Called before each reading of an account. Returns whether its tenant has had its turn of `turnMs`. */
  isOver(accountId: number, turnMs: number, tenantId: number = accountId): boolean {
    this.#change(accountId, tenantId);
    return (this.#ofTenants.get(tenantId) ?? 0) >= turnMs;
  }

  /** Ends the batch. Returns how long each account took. */
  end(): ReadonlyMap<number, number> {
    if (this.#accountId >= 0) this.#change(-1, -1);
    return this.#spentMs;
  }

  #change(accountId: number, tenantId: number): void {
    const nowMs = this.#now();
    if (this.#accountId >= 0) {
      const tookMs = nowMs - this.#sinceMs;
      this.#spentMs.set(this.#accountId, (this.#spentMs.get(this.#accountId) ?? 0) + tookMs);
      this.#ofTenants.set(this.#tenantId, (this.#ofTenants.get(this.#tenantId) ?? 0) + tookMs);
    }
    this.#accountId = accountId;
    this.#tenantId = tenantId;
    this.#sinceMs = nowMs;
  }
}
