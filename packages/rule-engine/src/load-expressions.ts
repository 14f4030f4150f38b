/**
 * The language of expressions takes several megabytes of memory, and most chains have no expression. Callers that read or
 * compile nodes with expressions load it first; reading and compiling itself stays synchronous.
 */
type ExpressionModule = typeof import("./expression/expression.ts");

let loaded: ExpressionModule | null = null;

/** Costs nothing if it was loaded before. `usesExpressions` tells which chains need it. */
export async function loadExpressions(): Promise<void> {
  loaded = await import("./expression/expression.ts");
}

export function loadedExpressions(): ExpressionModule {
  if (loaded === null) throw new Error("An expression was met before loadExpressions() had finished.");
  return loaded;
}
