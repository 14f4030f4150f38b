import { expressionLimits } from "./expression-limits.ts";
import { patternWeight } from "./pattern-weight.ts";

const { patternWeightMax, patternWeightsMax } = expressionLimits;

/**
 * Limits what patterns may cost to compile: each of them, and all different ones of a chain, or of an expression on its own,
 * together.
 */
export class PatternBudget {
  readonly #counted = new Set<string>();
  #left: number = patternWeightsMax;

  /** Counts a pattern. Returns the problem if it is too much. */
  take(pattern: string): string | null {
    if (this.#counted.has(pattern)) return null;
    const weight = Math.ceil(patternWeight(pattern));
    if (weight > patternWeightMax) {
      return `The pattern is too complex: its weight is ${weight}, and the limit is ${patternWeightMax}. Use fewer nested repetitions, fewer Unicode classes, and narrower ranges where case is ignored.`;
    }
    this.#left -= weight;
    if (this.#left >= 0) {
      this.#counted.add(pattern);
      return null;
    }
    // Once the budget is exceeded, nothing more is looked at.
    this.#left = Number.NEGATIVE_INFINITY;
    return `The chain's patterns are too complex together: their total weight is above ${patternWeightsMax}. Use fewer or simpler patterns.`;
  }
}
