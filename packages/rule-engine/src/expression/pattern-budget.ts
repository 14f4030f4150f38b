import { expressionLimits } from "./expression-limits.ts";
import { patternWeight } from "./pattern-weight.ts";

const { patternWeightsMax } = expressionLimits;

/** What the patterns of one chain, or of one expression that is looked at alone, may weigh together. Each counts once. */
export class PatternBudget {
  readonly #counted = new Set<string>();
  #left: number = patternWeightsMax;

  /** Counts a pattern; returns what is wrong where it is too much. */
  take(pattern: string): string | null {
    if (this.#counted.has(pattern)) return null;
    this.#left -= patternWeight(pattern);
    if (this.#left >= 0) {
      this.#counted.add(pattern);
      return null;
    }
    // What is too much stays so: nothing after it is looked at any more.
    this.#left = Number.NEGATIVE_INFINITY;
    return `The patterns of the chain are too complex together: they weigh more than ${patternWeightsMax}. Use fewer of them, or simpler ones.`;
  }
}
