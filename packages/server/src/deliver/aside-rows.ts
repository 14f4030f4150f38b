const firstMs = 1000;
const lastMs = 15 * 60_000;
/** How many rows are remembered. */
const rowsMax = 1000;

interface AsideRow {
  readonly untilMs: number;
  readonly waitMs: number;
}

/**
 * Rows that the store failed on, which are left alone for a while. Others go first, because the fault may belong to the row and
 * not to the store. It is kept in memory, because a store that fails cannot keep it.
 */
export class AsideRows {
  readonly #rows = new Map<number, AsideRow>();

  /** Returns whether the row was put aside before. */
  has(id: number): boolean {
    return this.#rows.has(id);
  }

  /** The rows that are not to be touched now. */
  at(nowMs: number): number[] {
    return [...this.#rows].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
  }

  /** Puts a row aside, for twice as long as the last time. */
  put(id: number, nowMs: number): void {
    const before = this.#rows.get(id);
    const waitMs = before === undefined ? firstMs : Math.min(before.waitMs * 2, lastMs);
    this.#rows.delete(id);
    this.#rows.set(id, { untilMs: nowMs + waitMs, waitMs });
    if (this.#rows.size <= rowsMax) return;
    const [oldest] = this.#rows.keys();
    this.#rows.delete(oldest!);
  }

  forget(id: number): void {
    this.#rows.delete(id);
  }

  /** The next time after `nowMs` at which a row may be tried again; null if there is none. */
  nextMs(nowMs: number): number | null {
    const times = [...this.#rows.values()].map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > nowMs);
    return times.length === 0 ? null : Math.min(...times);
  }
}
