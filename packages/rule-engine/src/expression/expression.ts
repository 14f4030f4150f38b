import { readingMeter, StepsUsedUp } from "../reading-meter.ts";
import { CompileProblem } from "./compile-problem.ts";
import { compileTerm } from "./compile-term.ts";
import type { ExpressionInput } from "./expression-input.ts";
import { expressionLimits } from "./expression-limits.ts";
import { parseExpression } from "./parse-expression.ts";
import { PatternBudget } from "./pattern-budget.ts";
import { type ResultKind, type ResultKinds, resultOf } from "./result-value.ts";
import { RunFailure } from "./run-failure.ts";
import type { Frame } from "./scope.ts";
import type { Term } from "./term.ts";
import { variables } from "./variables.ts";

export type ExpressionResult<K extends ResultKind = ResultKind> =
  | Expression<K>
  /** `at` is the index of the problem in the text. */
  | { readonly ok: false; readonly problem: string; readonly at: number };

/**
 * Checks the text of an expression and compiles it: CEL over the variables and functions of expression-vocabulary.ts. An
 * accepted expression ends within a fixed number of steps for every reading, can access nothing but its variables, and changes
 * nothing. Expressions of one chain share a budget for their patterns; null is for expressions that were checked before.
 */
export function compileExpression<K extends ResultKind>(
  text: string,
  result: K,
  patterns: PatternBudget | null = new PatternBudget(),
): ExpressionResult<K> {
  const frame: Frame = { input: noInput, stepsLeft: expressionLimits.stepsMax };
  const uses = new Set<string>();
  try {
    const costly: Term[] = [];
    const locals = new Map<string, Term>();
    const scope = { text, frame, uses, costly, patterns, variables, locals, loopDepth: 0 };
    const term = compileTerm(parseExpression(text), scope);
    const give = resultOf(term, result);
    refuseIfExpensive([...costly, term]);
    const parts = Math.ceil(text.length / 2);
    return new Expression({ frame, give, uses, steps: term.steps(), parts });
  } catch (error) {
    if (!(error instanceof CompileProblem)) throw error;
    return { ok: false, problem: `At character ${error.at + 1}: ${error.problem}`, at: error.at };
  }
}

interface ExpressionParts<K extends ResultKind> {
  readonly frame: Frame;
  readonly give: () => ResultKinds[K];
  readonly uses: ReadonlySet<string>;
  readonly steps: number;
  /** The approximate number of its small parts. */
  readonly parts: number;
}

/** A compiled expression. Runs allocate nothing but the strings and lists they build. */
export class Expression<K extends ResultKind = ResultKind> {
  readonly ok = true;
  readonly usesPrevious: boolean;
  readonly usesMetadata: boolean;
  /** The maximum number of steps for any reading. */
  readonly steps: number;
  readonly #frame: Frame;
  readonly #give: () => ResultKinds[K];
  readonly #parts: number;
  #reason = "";

  constructor({ frame, give, uses, steps, parts }: ExpressionParts<K>) {
    this.steps = steps;
    this.#parts = parts;
    this.usesPrevious = uses.has("previous");
    this.usesMetadata = uses.has("metadata");
    this.#frame = frame;
    this.#give = give;
  }

  /**
   * Returns the value for a reading, or undefined if there is none: `reason` then says why. Throws nothing but StepsUsedUp,
   * when the reading has no steps left.
   */
  evaluate(input: ExpressionInput): ResultKinds[K] | undefined {
    this.#frame.input = input;
    this.#frame.stepsLeft = expressionLimits.stepsMax;
    readingMeter.stepsLeft -= this.#parts;
    try {
      return this.#give();
    } catch (error) {
      if (error instanceof StepsUsedUp) throw error;
      this.#reason = error instanceof RunFailure ? error.reason : `The expression failed: ${error}`;
      return undefined;
    }
  }

  /** Why the last `evaluate` returned no value. */
  get reason(): string {
    return this.#reason;
  }
}

export function refuseIfExpensive(terms: readonly Term[]): void {
  const expensive = terms.find((term) => term.steps() > expressionLimits.stepsMax);
  if (expensive === undefined) return;
  const times = Math.ceil(expensive.steps() / expressionLimits.stepsMax);
  throw new CompileProblem(
    `${expensive.place.source} is too expensive: with large metadata it can take ${times} times the allowed steps. ` +
      "Nest fewer loops and use simpler patterns.",
    expensive.place.at,
  );
}

export const noInput: ExpressionInput = {
  value: 0,
  atUs: 0,
  previousValue: 0,
  previousAtUs: 0,
  hasPrevious: false,
  source: {
    sensor: { uuid: "", slug: "", name: "", type: "", unit: "" },
    device: { uuid: "", name: "", group: "", tags: [], attributes: {} },
    account: { uuid: "", name: "" },
  },
  metadata: {},
  batteryVolts: null,
};
