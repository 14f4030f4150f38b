/**
 * Counts requests by a key within windows of time that begin with a key's first request. In memory and bounded: past the
 * limit, the key whose window began first is forgotten.
 */
export class RequestCounter {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { readonly startMs: number; count: number }>();

  constructor({ max, windowMs }: { readonly max: number; readonly windowMs: number }) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Zero where the request is within the limit, and counted; else how long until the next one is. */
  take(key: string, nowMs: number): number {
    const window = this.#windows.get(key);
    const ageMs = window === undefined ? Number.POSITIVE_INFINITY : Math.abs(nowMs - window.startMs);
    if (window === undefined || ageMs >= this.#windowMs) {
      this.#begin(key, nowMs);
      return 0;
    }
    if (window.count >= this.#max) return this.#windowMs - ageMs;
    window.count++;
    return 0;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  #begin(key: string, nowMs: number): void {
    this.#windows.delete(key);
    this.#windows.set(key, { startMs: nowMs, count: 1 });
    if (this.#windows.size <= countedKeysMax) return;
    const [oldest] = this.#windows.keys();
    this.#windows.delete(oldest!);
  }
}

export const countedKeysMax = 10_000;
