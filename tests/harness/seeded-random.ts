/** Repeatable random choices: the same seed gives the same sequence (mulberry32). */
export class SeededRandom {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("There is nothing to pick from.");
    return choices[this.between(0, choices.length - 1)]!;
  }
}

/** The seed of a run: from the environment to repeat a failure, else a new one. */
export function runSeed(): number {
  const given = process.env.WEIR_TEST_SEED;
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}
