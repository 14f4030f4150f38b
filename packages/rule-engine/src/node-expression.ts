import type { Expression } from "./expression/expression.ts";
import type { ResultKind } from "./expression/result-value.ts";
import { loadedExpressions } from "./load-expressions.ts";

/** Makes an expression of a configuration ready. Validation has seen it before, so it is a mistake of ours if it fails. */
export function nodeExpression<K extends ResultKind>(text: string, result: K): Expression<K> {
  const compiled = loadedExpressions().compileExpression(text, result, null);
  if (!compiled.ok)
    throw new Error(`The expression ${text} was validated and yet is refused: ${compiled.problem}`);
  return compiled;
}
