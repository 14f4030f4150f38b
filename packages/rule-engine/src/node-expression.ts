import type { Expression } from "./expression/expression.ts";
import type { ResultKind } from "./expression/result-value.ts";
import { loadedExpressions } from "./load-expressions.ts";

/** Compiles an expression of a configuration. Validation has checked it before, so a failure is a bug. */
export function nodeExpression<K extends ResultKind>(text: string, result: K): Expression<K> {
  const compiled = loadedExpressions().compileExpression(text, result, null);
  if (!compiled.ok)
    throw new Error(`The expression ${text} was validated and yet is refused: ${compiled.problem}`);
  return compiled;
}
