import type { ASTNode } from "@marcbachmann/cel-js";
import { readingMeter } from "../reading-meter.ts";
import type { Place } from "./compile-problem.ts";
import type { ExpressionInput } from "./expression-input.ts";
import { expressionLimits } from "./expression-limits.ts";
import type { PatternBudget } from "./pattern-budget.ts";
import { RunFailure } from "./run-failure.ts";
import type { Term } from "./term.ts";
import type { Variable } from "./variables.ts";

/** What the terms of one expression share while they run: the reading, and how many steps are left. */
export interface Frame {
  input: ExpressionInput;
  stepsLeft: number;
}

/** What is visible at a part of an expression. */
export interface Scope {
  readonly text: string;
  readonly frame: Frame;
  /** Names of the variables that the expression uses; filled while it is compiled. */
  readonly uses: Set<string>;
  /** What the expression may name, besides `locals`. */
  readonly variables: readonly Variable[];
  /** Variables of the loops around the part. */
  readonly locals: ReadonlyMap<string, Term>;
  readonly loopDepth: number;
  /** Loops and calls, inner before outer: where to look for what makes an expression expensive. */
  readonly costly: Term[];
  /** The remaining weight for patterns. */
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
 * Takes steps from those of the reading and of the expression. The check of costs already guarantees the limit for all expected
 * inputs; this stops an expression on unexpected ones.
 */
export function spend(frame: Frame, steps: number): void {
  readingMeter.spend(steps);
  frame.stepsLeft -= steps;
  if (frame.stepsLeft < 0)
    throw new RunFailure(`The expression takes more than ${expressionLimits.stepsMax} steps.`);
}

/** Returns the maximum number of parts in a piece of an expression's text. */
export function partsIn({ start, end }: ASTNode): number {
  return Math.ceil((end - start) / 2);
}
