import { CompileProblem } from "./compile-problem.ts";
import { compileTerm } from "./compile-term.ts";
import { noInput, refuseIfExpensive } from "./expression.ts";
import { expressionLimits } from "./expression-limits.ts";
import { parseExpression } from "./parse-expression.ts";
import { PatternBudget } from "./pattern-budget.ts";
import { resultOf } from "./result-value.ts";
import { RunFailure } from "./run-failure.ts";
import type { Frame } from "./scope.ts";
import { noSize, type Term } from "./term.ts";
import { doubleType } from "./value-type.ts";
import type { Variable } from "./variables.ts";

/** An expression over numbers with names, such as the series of a chart. */
export type SeriesExpression =
  | {
      readonly ok: true;
      /** The names that the expression uses. */
      readonly uses: ReadonlySet<string>;
      /** Returns the value for these values, in the order of the names; undefined if there is none, as for `a / 0`. */
      evaluate(values: ArrayLike<number>): number | undefined;
    }
  /** `at` is the index of the problem in the text. */
  | { readonly ok: false; readonly problem: string; readonly at: number };

/** The steps that several expressions may take together for all their points. */
export interface SeriesBudget {
  stepsLeft: number;
}

/**
 * Compiles an expression that sees nothing but these names. The language, its limits and its messages are those of
 * expressions of chains. One point may take as long as a reading in a chain, so whoever computes thousands of them gives a
 * budget. Once it is used up, points have no value.
 */
export function compileSeries(
  text: string,
  names: readonly string[],
  budget: SeriesBudget = { stepsLeft: Number.POSITIVE_INFINITY },
): SeriesExpression {
  const frame: Frame = { input: noInput, stepsLeft: expressionLimits.stepsMax };
  let values: ArrayLike<number> = [];
  const uses = new Set<string>();
  const variables = names.map(
    (name, nth): Variable => ({
      name,
      type: doubleType,
      shownType: "double",
      help: "",
      example: name,
      size: noSize,
      fields: [],
      read: () => values[nth]!,
    }),
  );
  try {
    const costly: Term[] = [];
    const patterns = new PatternBudget();
    const term = compileTerm(parseExpression(text), {
      text,
      frame,
      uses,
      costly,
      patterns,
      variables,
      locals: new Map(),
      loopDepth: 0,
    });
    const give = resultOf(term, "number");
    refuseIfExpensive([...costly, term]);
    const evaluate = (given: ArrayLike<number>): number | undefined => {
      if (budget.stepsLeft <= 0) return undefined;
      values = given;
      const allowed = Math.min(expressionLimits.stepsMax, budget.stepsLeft);
      frame.stepsLeft = allowed;
      try {
        return give();
      } catch (error) {
        if (error instanceof RunFailure) return undefined;
        throw error;
      } finally {
        budget.stepsLeft -= 1 + allowed - frame.stepsLeft;
      }
    };
    return { ok: true, uses, evaluate };
  } catch (error) {
    if (!(error instanceof CompileProblem)) throw error;
    return { ok: false, problem: `At character ${error.at + 1}: ${error.problem}`, at: error.at };
  }
}
