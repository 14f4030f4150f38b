import { PatternBudget } from "./expression/pattern-budget.ts";

/** The limit for all expressions of a chain together. Checking a thousand characters takes one to five milliseconds. */
const expressionCharactersMax = 10_000;

/** Limits what the expressions of one chain may cost to check. */
export class ExpressionBudget {
  readonly patterns = new PatternBudget();
  #charactersLeft = expressionCharactersMax;

  /** Counts an expression. Returns the problem if it is too much. */
  take(text: string): string | null {
    this.#charactersLeft -= text.length;
    if (this.#charactersLeft >= 0) return null;
    return `The chain's expressions are too long together: the limit is ${expressionCharactersMax} characters. Shorten some of them, or move part of the chain into another chain.`;
  }
}
