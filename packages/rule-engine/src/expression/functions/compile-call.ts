import { CompileProblem, type Place } from "../compile-problem.ts";
import type { Pattern } from "../pattern.ts";
import type { PatternBudget } from "../pattern-budget.ts";
import { describeKind, readTerm } from "../read-term.ts";
import { type Frame, spend } from "../scope.ts";
import { combine, type Size, type Term, type Work } from "../term.ts";
import type { Value } from "../value.ts";
import { describeType } from "../value-type.ts";
import { type FunctionSpec, signatureOf } from "./function-spec.ts";
import { functionTable } from "./function-table.ts";

interface Call {
  readonly name: string;
  readonly place: Place;
  /** For a method, the receiver comes first. */
  readonly terms: readonly Term[];
  readonly method: boolean;
  readonly patterns: PatternBudget | null;
  readonly frame: Frame;
}

type Run = () => never;

export function compileCall(call: Call): Term {
  const named = functionTable.filter(({ name }) => name === call.name);
  const candidates = named.filter(
    ({ method, parameters }) => method === call.method && parameters.length === call.terms.length,
  );
  for (const spec of candidates) {
    const term = applied(spec, call);
    if (term !== null) return term;
  }
  throw refusal(call, named, candidates);
}

function applied(spec: FunctionSpec, { place, terms, patterns, frame }: Call): Term | null {
  const runs: Run[] = [];
  const sizes: (() => Size)[] = [];
  for (const [index, term] of terms.entries()) {
    const { kind } = spec.parameters[index]!;
    const run = readTerm(term, kind, patterns);
    if (run === null) return null;
    runs.push(run as Run);
    sizes.push(kind === "pattern" ? patternSize(run as () => Pattern) : term.size);
  }
  const type = typeof spec.result === "function" ? spec.result(terms) : spec.result;
  return combine(place, type, terms, workOf(spec, runs, sizes, frame));
}

function workOf(
  spec: FunctionSpec,
  runs: readonly Run[],
  sizes: readonly (() => Size)[],
  frame: Frame,
): Work {
  const { steps, size } = spec;
  const all = (): Size[] => sizes.map((of) => of());
  return {
    run: callOf(steps === undefined ? spec.call : counted(spec, steps, frame), runs),
    ...(steps === undefined ? {} : { steps: () => steps(...all()) }),
    ...(size === undefined ? {} : { size: () => size(...all()) }),
  };
}

/** Calls without creating an array of arguments each time. */
function callOf(call: FunctionSpec["call"], [a, b, c]: readonly Run[]): () => Value {
  if (a !== undefined && b === undefined) return () => call(a());
  if (a !== undefined && b !== undefined && c === undefined) return () => call(a(), b());
  return () => call(a!(), b!(), c!());
}

/** Wraps the function so that it takes its steps for the actual values. */
function counted(
  { call, parameters }: FunctionSpec,
  steps: NonNullable<FunctionSpec["steps"]>,
  frame: Frame,
): FunctionSpec["call"] {
  const [first, second, third] = [0, 1, 2].map((nth) => new FoundSize(parameters[nth]?.kind === "pattern"));
  return (a: never, b: never, c: never) => {
    first!.measure(a);
    second!.measure(b);
    third!.measure(c);
    spend(frame, steps(first!, second!, third!));
    return call(a, b, c);
  };
}

/** The size of an actual value. For a list, only its own elements count, because examining everything in it would cost more. */
class FoundSize implements Size {
  count = 0;
  weight = 0;
  readonly #isPattern: boolean;

  constructor(isPattern: boolean) {
    this.#isPattern = isPattern;
  }

  measure(value: Value | Pattern | undefined): void {
    this.count = Array.isArray(value) ? value.length : 0;
    this.weight = typeof value === "string" ? value.length : 2 * this.count;
    if (this.#isPattern) this.weight = (value as Pattern).size;
  }
}

/** The cost of a pattern depends on what it compiles to, not on its length. */
function patternSize(pattern: () => Pattern): () => Size {
  const size = { count: 0, weight: pattern().size };
  return () => size;
}

function refusal(
  call: Call,
  named: readonly FunctionSpec[],
  candidates: readonly FunctionSpec[],
): CompileProblem {
  const { name, place, terms } = call;
  if (named.length === 0)
    return new CompileProblem(`There is no function ${name}(). See the list of functions.`, place.at);
  if (candidates.length === 0) {
    const forms = [...new Set(named.map(signatureOf))].join(" or ");
    return new CompileProblem(`Call ${name}() as ${forms}.`, place.at);
  }
  // Among the candidates that fit longest, reports what was expected next.
  const fits = candidates.map((spec) =>
    spec.parameters.findIndex(({ kind }, index) => readTerm(terms[index]!, kind) === null),
  );
  const index = Math.max(...fits);
  const kinds = candidates
    .filter((_, nth) => fits[nth] === index)
    .map(({ parameters }) => describeKind(parameters[index]!.kind));
  const wrong = terms[index]!;
  return new CompileProblem(
    `${name}() needs ${[...new Set(kinds)].join(" or ")}, but ${wrong.place.source} is ${describeType(wrong.type)}.`,
    wrong.place.at,
  );
}
