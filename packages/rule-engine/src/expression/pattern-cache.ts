const knownMax = 500;

/** Caches compiled patterns up to a limit; the one that was unused for longest is evicted first. */
export class PatternCache<Compiled extends object> {
  readonly #known = new Map<string, Compiled>();
  readonly #max: number;

  constructor(max = knownMax) {
    this.#max = max;
  }

  /** For tests. */
  get size(): number {
    return this.#known.size;
  }

  get(text: string, compile: (text: string) => Compiled): Compiled {
    const result = this.#known.get(text) ?? compile(text);
    // Moved to the end of the map, where the newest are.
    this.#known.delete(text);
    this.#known.set(text, result);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#max) break;
      this.#known.delete(oldest);
    }
    return result;
  }
}
