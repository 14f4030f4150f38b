import type { ASTNode } from "@marcbachmann/cel-js";
import { readingMeter } from "../reading-meter.ts";
import type { Place } from "./compile-problem.ts";
import type { ExpressionInput } from "./expression-input.ts";
import { expressionLimits } from "./expression-limits.ts";
import type { PatternBudget } from "./pattern-budget.ts";
import { RunFailure } from "./run-failure.ts";
import type { Term } from "./term.ts";

/** What the terms of one expression share while they run: the reading, and how much work is left. */
export interface Frame {
  input: ExpressionInput;
  stepsLeft: number;
}

/** What is visible where a part of an expression stands. */
export interface Scope {
  readonly text: string;
  readonly frame: Frame;
  /** Names of the variables that the expression uses; filled while it is compiled. */
  readonly uses: Set<string>;
  /** Variables of the loops around the part. */
  readonly locals: ReadonlyMap<string, Term>;
  readonly loopDepth: number;
  /** Loops and calls, the inner before the outer: where to look for what makes an expression expensive. */
  readonly costly: Term[];
  /** What patterns may still weigh. */
  readonly patterns: PatternBudget | null;
}

export type CompileTerm = (node: ASTNode, scope: Scope) => Term;

const sourceLengthMax = 40;

export function placeOf(node: ASTNode, scope: Scope): Place {
  const source = scope.text.slice(node.start, node.end);
  return {
    at: node.start,
    source: source.length > sourceLengthMax ? `${source.slice(0, sourceLengthMax)}…` : source,
  };
}

/**
 * Takes work from what is left to the reading, and to the expression: the check of costs already vouches for all inputs
 * it knows of; this holds an expression that meets more than those.
 */
export function spend(frame: Frame, steps: number): void {
  readingMeter.spend(steps);
  frame.stepsLeft -= steps;
  if (frame.stepsLeft < 0)
    throw new RunFailure(`The expression takes more than ${expressionLimits.stepsMax} steps.`);
}

/** Parts of an expression, at most, that a piece of its text consists of. */
export function partsIn({ start, end }: ASTNode): number {
  return Math.ceil((end - start) / 2);
}
