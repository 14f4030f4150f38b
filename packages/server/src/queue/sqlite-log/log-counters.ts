const writeEveryMs = 1000;

/**
 * Counters that the log keeps beside its entries. They are written at most once a second, because each adds a page to
 * the commit.
 */
export class LogCounters {
  readonly #totals: Map<string, number>;
  readonly #changed = new Set<string>();
  #takenMs = Number.NEGATIVE_INFINITY;

  /** `totals` are the counters in the log. */
  constructor(totals: Readonly<Record<string, number>>) {
    this.#totals = new Map(Object.entries(totals));
  }

  count(name: string, by: number): void {
    this.#totals.set(name, (this.#totals.get(name) ?? 0) + by);
    this.#changed.add(name);
  }

  totals(): Record<string, number> {
    return Object.fromEntries(this.#totals);
  }

  /** Returns how long changed counters must wait until they are written; null if none has changed. */
  waitMs(): number | null {
    if (this.#changed.size === 0) return null;
    return Math.max(this.#takenMs + writeEveryMs - performance.now(), 0);
  }

  /** Makes changed counters due at once. */
  hurry(): void {
    this.#takenMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns the counters to write now. */
  take(): [string, number][] {
    this.#takenMs = performance.now();
    const due = [...this.#changed].map((name): [string, number] => [name, this.#totals.get(name)!]);
    this.#changed.clear();
    return due;
  }

  /** Called when counters that were taken may not have been written. */
  lost(): void {
    for (const name of this.#totals.keys()) this.#changed.add(name);
  }
}
