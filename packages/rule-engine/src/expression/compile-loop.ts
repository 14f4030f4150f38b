import type { ASTNode } from "@marcbachmann/cel-js";
import { CompileProblem, type Place } from "./compile-problem.ts";
import { expressionLimits } from "./expression-limits.ts";
import { type Cursor, type LoopBody, loopBody } from "./loop-body.ts";
import { RunFailure } from "./run-failure.ts";
import { type CompileTerm, partsIn, placeOf, type Scope, spend } from "./scope.ts";
import { failureSteps, noSize, type Size, type Term } from "./term.ts";
import { describeValue, isList, isMap, type Value } from "./value.ts";
import { describeType, dynType, stringType, type ValueType } from "./value-type.ts";

/** Compiles `list.all(x, condition)` and similar loops: the condition is compiled once, over a variable that moves. */
export function compileLoop(node: ASTNode & { op: "rcall" }, scope: Scope, compile: CompileTerm): Term {
  const [name, wholeNode, parameters] = node.args;
  const place = placeOf(node, scope);
  const variable = parameters[0]!;
  if (variable.op !== "id")
    throw new CompileProblem(
      `${name}() takes the name of its variable first: list.${name}(x, …).`,
      variable.start,
    );
  const whole = compile(wholeNode, scope);
  const cursor: Cursor = { value: null, size: noSize };
  const inner = withVariable(
    scope,
    variable.args,
    cursorTerm(cursor, elementType(whole), placeOf(variable, scope)),
    place,
  );
  const terms = parameters.slice(1).map((parameter) => compile(parameter, inner));
  const body = loopBody(name, { cursor, terms, element: elementType(whole), frame: scope.frame });
  const turnParts = 2 + parameters.reduce((sum, parameter) => sum + partsIn(parameter), 0);
  const term = assemble({ place, whole, cursor, terms, body, scope, turnParts });
  scope.costly.push(term);
  return term;
}

interface LoopParts {
  readonly place: Place;
  readonly whole: Term;
  readonly cursor: Cursor;
  readonly terms: readonly Term[];
  readonly body: LoopBody;
  readonly scope: Scope;
  /** The cost of a turn at run time. Failures, inner loops and costly functions are counted separately. */
  readonly turnParts: number;
}

/** The cost of a turn without its contents, which are counted separately. */
const turnStepsMin = 2 + failureSteps;

function assemble({ place, whole, cursor, terms, body, scope, turnParts }: LoopParts): Term {
  const turn = (): number => terms.reduce((sum, term) => sum + term.steps(), turnStepsMin);
  // Elements share the size of their list. Because costs grow at least in proportion to sizes, the most expensive list is one
  // where a single element is as large as the list and the others are empty. Each size is computed once: nested loops would
  // otherwise take exponential time to check.
  const overall = (of: Size, each: () => number): number =>
    of.count * atSize(cursor, noSize, each) +
    atSize(cursor, { count: of.weight / 2, weight: of.weight }, each);
  const steps = (): number => whole.steps() + 1 + overall(whole.size(), turn);
  const size = (): Size => {
    const { result, type } = body;
    const of = whole.size();
    if (type.kind !== "list") return noSize;
    return result === null ? of : { count: of.count, weight: overall(of, () => result.size().weight + 2) };
  };
  const run = (): Value => {
    const items = elementsOf(whole, whole.run());
    spend(scope.frame, items.length * turnParts);
    return body.run(items);
  };
  return { type: body.type, place, run, steps, size, constant: undefined };
}

/** Returns the cost or size while the loop's variable has this size. */
function atSize(cursor: Cursor, size: Size, count: () => number): number {
  const before = cursor.size;
  cursor.size = size;
  const counted = count();
  cursor.size = before;
  return counted;
}

function withVariable(scope: Scope, name: string, term: Term, place: Place): Scope {
  if (scope.loopDepth === expressionLimits.loopDepthMax)
    throw new CompileProblem(`Loops are nested more than ${expressionLimits.loopDepthMax} deep.`, place.at);
  return { ...scope, loopDepth: scope.loopDepth + 1, locals: new Map(scope.locals).set(name, term) };
}

function cursorTerm(cursor: Cursor, type: ValueType, place: Place): Term {
  return {
    type,
    place,
    run: () => cursor.value,
    steps: () => 1,
    size: () => cursor.size,
    constant: undefined,
  };
}

function elementType(whole: Term): ValueType {
  if (whole.type.kind === "list") return whole.type.of;
  if (whole.type.kind === "map") return stringType;
  if (whole.type.kind === "dyn") return dynType;
  throw new CompileProblem(
    `${whole.place.source} is ${describeType(whole.type)}; only lists and maps can be looped over.`,
    whole.place.at,
  );
}

function elementsOf(whole: Term, value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (isMap(value)) return Object.keys(value);
  throw new RunFailure(`${whole.place.source} is ${describeValue(value)}, not a list or a map.`);
}
