import { PatternBudget } from "./expression/pattern-budget.ts";

/** Of all expressions of a chain together. Checking a thousand characters takes one to five milliseconds. */
const expressionCharactersMax = 10_000;

/** What the expressions of one chain may cost to check. */
export class ExpressionBudget {
  readonly patterns = new PatternBudget();
  #charactersLeft = expressionCharactersMax;

  /** Counts an expression; returns what is wrong where it is too much. */
  take(text: string): string | null {
    this.#charactersLeft -= text.length;
    if (this.#charactersLeft >= 0) return null;
    return `The expressions of the chain are too long together: at most ${expressionCharactersMax} characters are taken. Shorten some, or move a part of the chain into another one.`;
  }
}
