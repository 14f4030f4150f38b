import { CompileProblem } from "./compile-problem.ts";
import { readTerm } from "./read-term.ts";
import { RunFailure } from "./run-failure.ts";
import { type Frame, spend } from "./scope.ts";
import { failureSteps, type Size, type Term } from "./term.ts";
import type { Value } from "./value.ts";
import { boolType, describeType, listOf, type ValueType } from "./value-type.ts";

/** How one kind of loop treats its elements. */
export interface LoopBody {
  readonly type: ValueType;
  /** The term that makes the elements of the result; null if these are the elements themselves. */
  readonly result: Term | null;
  run(items: readonly Value[]): Value;
}

/** The variable of a loop: its current value and, while costs are counted, its maximum size. */
export interface Cursor {
  value: Value;
  size: Size;
}

interface LoopParts {
  readonly cursor: Cursor;
  readonly terms: readonly Term[];
  /** The type of the elements. */
  readonly element: ValueType;
  readonly frame: Frame;
}

export function loopBody(name: string, { cursor, terms, element, frame }: LoopParts): LoopBody {
  const [first, second] = terms as [Term, Term | undefined];
  const result = terms.at(-1)!;
  if (name === "map" && result.type.kind === "record")
    throw new CompileProblem(
      `Use a field of ${result.place.source}: ${result.type.fields.join(", ")}.`,
      result.place.at,
    );
  if (name === "map" && second === undefined)
    return {
      type: listOf(first.type),
      result: first,
      run: (items) => mapped(items, cursor, () => true, first.run),
    };
  const holds = condition(name, first);
  if (name === "map" && second !== undefined)
    return {
      type: listOf(second.type),
      result: second,
      run: (items) => mapped(items, cursor, holds, second.run),
    };
  if (name === "filter")
    return {
      type: listOf(element),
      result: null,
      run: (items) => mapped(items, cursor, holds, () => cursor.value),
    };
  if (name === "exists_one")
    return { type: boolType, result: null, run: (items) => existsOne(items, cursor, holds) };
  const quantifier = { cursor, holds, deciding: name === "exists", frame };
  return { type: boolType, result: null, run: (items) => quantified(items, quantifier) };
}

function condition(name: string, term: Term): () => boolean {
  const holds = readTerm(term, "bool");
  if (holds !== null) return holds;
  throw new CompileProblem(
    `${term.place.source} is ${describeType(term.type)}; ${name}() takes a condition, such as x > 10.`,
    term.place.at,
  );
}

function mapped(items: readonly Value[], cursor: Cursor, holds: () => boolean, result: () => Value): Value {
  const results: Value[] = [];
  for (const item of items) {
    cursor.value = item;
    if (holds()) results.push(result());
  }
  return results;
}

function existsOne(items: readonly Value[], cursor: Cursor, holds: () => boolean): boolean {
  let found = 0;
  for (const item of items) {
    cursor.value = item;
    if (holds()) found += 1;
  }
  return found === 1;
}

interface Quantifier extends Pick<LoopParts, "cursor" | "frame"> {
  readonly holds: () => boolean;
  /** What decides if it holds for one element. */
  readonly deciding: boolean;
}

/** As with && and ||, an element that decides wins over one that fails. */
function quantified(items: readonly Value[], { cursor, holds, deciding, frame }: Quantifier): boolean {
  let failure: RunFailure | null = null;
  for (const item of items) {
    cursor.value = item;
    try {
      if (holds() === deciding) return deciding;
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      spend(frame, failureSteps);
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return !deciding;
}
