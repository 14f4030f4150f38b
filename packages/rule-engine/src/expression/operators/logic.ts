import { CompileProblem, type Place } from "../compile-problem.ts";
import { readTerm } from "../read-term.ts";
import { RunFailure } from "../run-failure.ts";
import { type Frame, spend } from "../scope.ts";
import { combine, failureSteps, type Size, type Term } from "../term.ts";
import { boolType, describeType, unify } from "../value-type.ts";

/**
 * Compiles `&&` and `||` as CEL defines them: the side that decides wins even if the other one fails, so that `metadata.level >
 * 3 || value > 40` is true for a hot reading without a level.
 */
export function logical(
  operator: "&&" | "||",
  place: Place,
  [left, right]: readonly [Term, Term],
  frame: Frame,
): Term {
  const a = condition(left, `"${operator}"`);
  const b = condition(right, `"${operator}"`);
  const deciding = operator === "||";
  const run = (): boolean => {
    let first: boolean;
    try {
      first = a();
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      spend(frame, failureSteps);
      if (b() !== deciding) throw error;
      return deciding;
    }
    return first === deciding ? deciding : b();
  };
  const steps = (): number => left.steps() + right.steps() + failureSteps;
  return { type: boolType, place, run, steps, size: () => ({ count: 0, weight: 0 }), constant: undefined };
}

export function not(place: Place, operand: Term): Term {
  const run = condition(operand, '"!"');
  return combine(place, boolType, [operand], { run: () => !run() });
}

export function choice(place: Place, test: Term, whenTrue: Term, whenFalse: Term): Term {
  const holds = condition(test, '"? :"');
  const type = unify(whenTrue.type, whenFalse.type);
  if (type === null)
    throw new CompileProblem(
      `Both results of "? :" must have the same type: ${whenTrue.place.source} is ${describeType(whenTrue.type)}, ` +
        `${whenFalse.place.source} is ${describeType(whenFalse.type)}.`,
      whenFalse.place.at,
    );
  const run = () => (holds() ? whenTrue.run() : whenFalse.run());
  const steps = (): number => 1 + test.steps() + whenTrue.steps() + whenFalse.steps();
  return {
    type,
    place,
    run,
    steps,
    size: () => larger(whenTrue.size(), whenFalse.size()),
    constant: undefined,
  };
}

function condition(term: Term, user: string): () => boolean {
  const run = readTerm(term, "bool");
  if (run !== null) return run;
  throw new CompileProblem(
    `${term.place.source} is ${describeType(term.type)}; ${user} takes a condition, such as value > 10.`,
    term.place.at,
  );
}

function larger(one: Size, other: Size): Size {
  return { count: Math.max(one.count, other.count), weight: Math.max(one.weight, other.weight) };
}
