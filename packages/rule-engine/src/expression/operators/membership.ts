import { CompileProblem, type Place } from "../compile-problem.ts";
import { equals } from "../equals.ts";
import { RunFailure } from "../run-failure.ts";
import { type Frame, spend } from "../scope.ts";
import { combine, type Term } from "../term.ts";
import { isList, isMap, type Value } from "../value.ts";
import { boolType, describeType } from "../value-type.ts";
import { comparable } from "./comparison.ts";

/** Compiles `item in list` and `key in map`. */
export function membership(place: Place, item: Term, whole: Term, frame: Frame): Term {
  const problem = membershipProblem(item, whole);
  if (problem !== null) throw new CompileProblem(problem, place.at);
  const run = (): boolean => contains(whole.run(), item.run(), whole.place.source, frame);
  const steps = (): number => whole.size().count + whole.size().weight / 2;
  return combine(place, boolType, [item, whole], { run, steps });
}

function membershipProblem(item: Term, whole: Term): string | null {
  const what = `${item.place.source} is ${describeType(item.type)}`;
  if (whole.type.kind === "dyn") return null;
  if (whole.type.kind === "list")
    return comparable(item.type, whole.type.of)
      ? null
      : `${what}; each element of the list is ${describeType(whole.type.of)}.`;
  if (whole.type.kind === "map")
    return item.type.kind === "string" || item.type.kind === "dyn"
      ? null
      : `${what}; the keys of a map are strings.`;
  return `${whole.place.source} is ${describeType(whole.type)}; "in" takes a list or a map.`;
}

function contains(whole: Value, item: Value, source: string, frame: Frame): boolean {
  if (isList(whole)) {
    spend(frame, whole.length);
    for (const element of whole) if (equals(element, item, frame)) return true;
    return false;
  }
  if (isMap(whole)) return typeof item === "string" && Object.hasOwn(whole, item);
  throw new RunFailure(`${source} is neither a list nor a map.`);
}
