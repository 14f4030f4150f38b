import { CompileProblem, type Place } from "../compile-problem.ts";
import { equals } from "../equals.ts";
import { type Kind, readTerm } from "../read-term.ts";
import { RunFailure } from "../run-failure.ts";
import type { Frame } from "../scope.ts";
import { combine, type Term } from "../term.ts";
import type { Value } from "../value.ts";
import { boolType, describeType, isNumeric, unify, type ValueType } from "../value-type.ts";

type OrderOperator = "<" | "<=" | ">" | ">=";

export function equality(
  negated: boolean,
  place: Place,
  [left, right]: readonly [Term, Term],
  frame: Frame,
): Term {
  if (!comparable(left.type, right.type)) throw equalityRefusal(left, right);
  const a = left.run;
  const b = right.run;
  const plain = [left, right].find(({ type }) => !["dyn", "list", "map"].includes(type.kind));
  const run = plain === undefined ? () => equals(a(), b(), frame) : () => a() === b();
  const steps = (): number =>
    plain === undefined ? Math.max(left.size().weight, right.size().weight) / 2 : plain.size().weight / 32;
  return combine(place, boolType, [left, right], { run: negated ? () => !run() : run, steps });
}

export function comparable(left: ValueType, right: ValueType): boolean {
  const kinds = [left.kind, right.kind];
  if (kinds.includes("record")) return kinds.includes("null") && isNullable(left) && isNullable(right);
  if (kinds.includes("null")) return isNullable(left) && isNullable(right);
  return unify(left, right) !== null;
}

function isNullable(type: ValueType): boolean {
  return type.kind === "record" ? type.nullable : ["null", "nullable", "dyn"].includes(type.kind);
}

function equalityRefusal(left: Term, right: Term): CompileProblem {
  if (left.type.kind !== "null" && right.type.kind !== "null") return comparisonRefusal(left, right);
  const [term, nothing] = right.type.kind === "null" ? [left, right] : [right, left];
  const instead = term.type.kind === "string" ? '; it is "" if it is not set' : "";
  return new CompileProblem(`${term.place.source} is never null${instead}.`, nothing.place.at);
}

const ordered: readonly Kind[] = ["number", "string", "timestamp", "duration"];

export function order(operator: OrderOperator, place: Place, left: Term, right: Term): Term {
  if (left.type.kind === "dyn" && right.type.kind === "dyn")
    return orderUnknown(operator, place, left, right);
  for (const kind of ordered) {
    const a = readTerm(left, kind);
    const b = readTerm(right, kind);
    if (a === null || b === null) continue;
    return combine(place, boolType, [left, right], {
      run: orderTest(operator, a as OrderedRun, b as OrderedRun),
    });
  }
  throw comparisonRefusal(left, right);
}

type OrderedRun = () => number | string;

function orderTest(operator: OrderOperator, a: OrderedRun, b: OrderedRun): () => boolean {
  if (operator === "<") return () => a() < b();
  if (operator === "<=") return () => a() <= b();
  if (operator === ">") return () => a() > b();
  return () => a() >= b();
}

function orderUnknown(operator: OrderOperator, place: Place, left: Term, right: Term): Term {
  let a: Value = null;
  let b: Value = null;
  const compare = orderTest(
    operator,
    () => a as number,
    () => b as number,
  );
  const run = (): boolean => {
    a = left.run();
    b = right.run();
    if (typeof a === typeof b && (typeof a === "number" || typeof a === "string")) return compare();
    throw new RunFailure(`${place.source} can only compare two numbers or two strings.`);
  };
  return combine(place, boolType, [left, right], { run });
}

function comparisonRefusal(left: Term, right: Term): CompileProblem {
  // A literal, or an operand of unknown kind, is more likely to be wrong than the other operand.
  const doubtful = left.constant !== undefined || left.type.kind === "dyn";
  const [known, other] = doubtful ? [right, left] : [left, right];
  const what = describeType(known.type);
  if (other.type.kind === "dyn" && (known.type.kind === "timestamp" || known.type.kind === "duration"))
    return new CompileProblem(
      `${known.place.source} is ${what}; write ${known.type.kind}(${other.place.source}).`,
      other.place.at,
    );
  const advice = isNumeric(known.type) ? "a number" : what;
  return new CompileProblem(
    `${known.place.source} is ${what}; compare it with ${advice}, not with ${describeType(other.type)}.`,
    other.place.at,
  );
}
