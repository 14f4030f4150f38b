import { CompileProblem, type Place } from "../compile-problem.ts";
import { expressionLimits } from "../expression-limits.ts";
import { type Kind, type Kinds, readTerm } from "../read-term.ts";
import { RunFailure } from "../run-failure.ts";
import { combine, type Size, type Term, type Work } from "../term.ts";
import { inDurationRange } from "../time/duration-text.ts";
import { inTimestampRange } from "../time/timestamp-text.ts";
import { isList, type Value } from "../value.ts";
import {
  describeType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  stringType,
  timestampType,
  unify,
  type ValueType,
} from "../value-type.ts";

type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

/** One meaning of an operator; null if the operands have other kinds. */
type Meaning = (place: Place, left: Term, right: Term) => Term | null;

const meanings: Readonly<Record<ArithmeticOperator, readonly Meaning[]>> = {
  "+": [
    numbers("+", (a, b) => a + b),
    meaning(["string", "string"], stringType, joinStrings, addedSize),
    joinLists,
    meaning(["timestamp", "duration"], timestampType, (at, by) => inTimestampRange(at + by)),
    meaning(["duration", "timestamp"], timestampType, (by, at) => inTimestampRange(at + by)),
    meaning(["duration", "duration"], durationType, (a, b) => inDurationRange(a + b)),
    addUnknown,
  ],
  "-": [
    numbers("-", (a, b) => a - b),
    meaning(["timestamp", "timestamp"], durationType, (a, b) => inDurationRange(a - b)),
    meaning(["timestamp", "duration"], timestampType, (at, by) => inTimestampRange(at - by)),
    meaning(["duration", "duration"], durationType, (a, b) => inDurationRange(a - b)),
  ],
  "*": [numbers("*", (a, b) => a * b)],
  "/": [divide],
  "%": [numbers("%", (a, b) => a % nonZero(b))],
};

export function arithmetic(operator: ArithmeticOperator, place: Place, left: Term, right: Term): Term {
  // Two operands of unknown kind may be numbers or strings; only "+" accepts both, and checks at run time.
  const unknown = left.type.kind === "dyn" && right.type.kind === "dyn";
  const candidates = unknown && operator === "+" ? [addUnknown] : meanings[operator];
  for (const candidate of candidates) {
    const term = candidate(place, left, right);
    if (term !== null) return term;
  }
  throw refusal(operator, left, right);
}

export function negative(place: Place, operand: Term): Term {
  const run = readTerm(operand, "number");
  if (run === null)
    throw new CompileProblem(
      `${operand.place.source} is ${describeType(operand.type)}; "-" takes a number.`,
      place.at,
    );
  return combine(place, operand.type.kind === "int" ? intType : doubleType, [operand], { run: () => -run() });
}

function numbers(operator: string, apply: (a: number, b: number) => number): Meaning {
  return (place, left, right) => {
    const a = readTerm(left, "number");
    const b = readTerm(right, "number");
    if (a === null || b === null) return null;
    const whole = left.type.kind === "int" && right.type.kind === "int";
    const run = whole ? () => inWholeRange(apply(a(), b())) : () => finite(apply(a(), b()), operator);
    return combine(place, whole ? intType : doubleType, [left, right], { run });
  };
}

function divide(place: Place, left: Term, right: Term): Term | null {
  if (left.type.kind !== "int" || right.type.kind !== "int")
    return numbers("/", (a, b) => a / nonZero(b))(place, left, right);
  const term = numbers("/", (a, b) => Math.trunc(a / nonZero(b)))(place, left, right);
  if (left.constant === undefined || right.constant === undefined) return term;
  // `value * 9 / 5` works as expected, but `value * (9 / 5)` would be value * 1.
  if (Number.isInteger(Number(left.constant) / Number(right.constant))) return term;
  const { source } = left.place;
  const exact = /^\d+$/.test(source) ? `${source}.0` : `double(${source})`;
  throw new CompileProblem(
    `${place.source} divides whole numbers and gives ${term?.constant}; write ${exact} for the exact quotient.`,
    place.at,
  );
}

function meaning<L extends Kind, R extends Kind>(
  [leftKind, rightKind]: readonly [L, R],
  type: ValueType,
  apply: (left: Kinds[L], right: Kinds[R]) => Value,
  size?: (left: Size, right: Size) => Size,
): Meaning {
  return (place, left, right) => {
    const a = readTerm(left, leftKind);
    const b = readTerm(right, rightKind);
    if (a === null || b === null) return null;
    return combine(
      place,
      type,
      [left, right],
      sized(left, right, () => apply(a(), b()), size),
    );
  };
}

function joinLists(place: Place, left: Term, right: Term): Term | null {
  const a = readTerm(left, "list");
  const b = readTerm(right, "list");
  const type = unify(elementType(left.type), elementType(right.type));
  if (a === null || b === null || type === null) return null;
  const run = (): Value => joinedLists(a(), b());
  return combine(place, listOf(type), [left, right], sized(left, right, run, addedSize));
}

function addUnknown(place: Place, left: Term, right: Term): Term | null {
  if (left.type.kind !== "dyn" || right.type.kind !== "dyn") return null;
  const run = (): Value => {
    const a = left.run();
    const b = right.run();
    if (typeof a === "number" && typeof b === "number") return finite(a + b, "+");
    if (typeof a === "string" && typeof b === "string") return joinStrings(a, b);
    if (isList(a) && isList(b)) return joinedLists(a, b);
    throw new RunFailure(`${place.source} can only add two numbers, two strings or two lists.`);
  };
  return combine(place, dynType, [left, right], sized(left, right, run, addedSize));
}

function sized(left: Term, right: Term, run: () => Value, size?: (left: Size, right: Size) => Size): Work {
  if (size === undefined) return { run };
  const added = (): Size => size(left.size(), right.size());
  const steps = (): number => {
    const { count, weight } = added();
    return count + weight / 32;
  };
  return { run, size: added, steps };
}

function addedSize(left: Size, right: Size): Size {
  return { count: left.count + right.count, weight: left.weight + right.weight };
}

function joinStrings(a: string, b: string): string {
  if (a.length + b.length <= expressionLimits.stringLengthMax) return a + b;
  throw new RunFailure(`A string became longer than ${expressionLimits.stringLengthMax} characters.`);
}

function joinedLists(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a.length + b.length <= expressionLimits.listLengthMax) return [...a, ...b];
  throw new RunFailure(`A list became longer than ${expressionLimits.listLengthMax} elements.`);
}

function elementType(type: ValueType): ValueType {
  return type.kind === "list" ? type.of : dynType;
}

function nonZero(divisor: number): number {
  if (divisor !== 0) return divisor;
  throw new RunFailure("Division by zero.");
}

/** Whole numbers are kept in doubles, which are exact up to 2^53. */
function inWholeRange(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RunFailure(
    "A whole number grows beyond 9007199254740991; write 1.0 for 1 to count with fractions.",
  );
}

function finite(value: number, operator: string): number {
  if (Number.isFinite(value)) return value;
  throw new RunFailure(`The result of "${operator}" is too large for a number.`);
}

function refusal(operator: ArithmeticOperator, left: Term, right: Term): CompileProblem {
  const [one, other] = [left, right].map(({ place, type }) => `${place.source} is ${describeType(type)}`);
  if (operator !== "+" || (left.type.kind !== "string" && right.type.kind !== "string"))
    return new CompileProblem(`"${operator}" cannot combine these: ${one}, ${other}.`, right.place.at);
  const odd = left.type.kind === "string" ? right : left;
  const { source, at } = odd.place;
  return new CompileProblem(
    `${source} is ${describeType(odd.type)}; "+" joins strings, so write string(${source}).`,
    at,
  );
}
