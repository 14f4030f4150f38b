/** A step of the schema that both engines take, each under its own number. A landed step is never changed. */
export interface SharedStep {
  readonly name: string;
  readonly sqlite: EngineStep;
  readonly postgres: EngineStep;
}

interface EngineStep {
  readonly version: number;
  readonly sql: string;
}

/** The steps of one engine in the order of their versions: those that it shares, and its own. */
export function stepsOf<Own extends EngineStep & { readonly name: string }>(
  engine: "sqlite" | "postgres",
  shared: readonly SharedStep[],
  own: readonly Own[],
): (Own | (EngineStep & { readonly name: string }))[] {
  const steps = [...own, ...shared.map((step) => ({ name: step.name, ...step[engine] }))];
  return steps.sort((a, b) => a.version - b.version);
}
