const writeEveryMs = 1000;

/** Counters that the log keeps beside its entries. They are written at most once a second, because each costs a page in the commit. */
export class LogCounters {
  readonly #totals: Map<string, number>;
  readonly #changed = new Set<string>();
  #takenMs = Number.NEGATIVE_INFINITY;

  /** As the log has them. */
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

  /** How long those that have changed have to wait until they are written; null where none has. */
  waitMs(): number | null {
    if (this.#changed.size === 0) return null;
    return Math.max(this.#takenMs + writeEveryMs - performance.now(), 0);
  }

  /** The next ones need not wait. */
  hurry(): void {
    this.#takenMs = Number.NEGATIVE_INFINITY;
  }

  /** Those to write now. */
  take(): [string, number][] {
    this.#takenMs = performance.now();
    const due = [...this.#changed].map((name): [string, number] => [name, this.#totals.get(name)!]);
    this.#changed.clear();
    return due;
  }

  /** Some that were taken may not have been written. */
  lost(): void {
    for (const name of this.#totals.keys()) this.#changed.add(name);
  }
}
