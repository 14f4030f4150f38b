import type { ASTNode } from "@marcbachmann/cel-js";
import { CompileProblem, type Place } from "../compile-problem.ts";
import { readTerm } from "../read-term.ts";
import { RunFailure } from "../run-failure.ts";
import { type CompileTerm, placeOf, type Scope } from "../scope.ts";
import { combine, type Term } from "../term.ts";
import { describeValue, isList, isMap, type Value } from "../value.ts";
import { boolType, describeType, dynType } from "../value-type.ts";
import type { Variable } from "../variables.ts";

/** Compiles `whole.name`. */
export function field(node: ASTNode & { op: "." }, scope: Scope, compile: CompileTerm): Term {
  const [wholeNode, name] = node.args;
  const place = placeOf(node, scope);
  const record = recordOf(wholeNode, scope);
  if (record !== null) return recordField({ record, name, place, nameAt: node.pos }, scope);
  const whole = compile(wholeNode, scope);
  if (whole.type.kind !== "map" && whole.type.kind !== "dyn") throw noFields(whole, node.pos);
  const type = whole.type.kind === "map" ? whole.type.of : dynType;
  return combine(place, type, [whole], { run: () => keyOf(whole, whole.run(), name), size: whole.size });
}

/** Compiles `whole[index]`. */
export function element(place: Place, whole: Term, index: Term): Term {
  const { kind } = whole.type;
  const readIndex = kind === "list" || kind === "dyn" ? readTerm(index, "int") : null;
  const name = kind === "map" || kind === "dyn" ? readTerm(index, "string") : null;
  const run = elementReader(whole, index, readIndex, name);
  if (run === null) throw indexProblem(whole, index);
  const type = whole.type.kind === "list" || whole.type.kind === "map" ? whole.type.of : dynType;
  return combine(place, type, [whole, index], { run, size: whole.size });
}

function elementReader(
  whole: Term,
  index: Term,
  readIndex: (() => number) | null,
  name: (() => string) | null,
): (() => Value) | null {
  if (readIndex !== null && name !== null) return () => lookUp(whole, whole.run(), index.run());
  if (readIndex !== null) return () => elementOf(whole, whole.run(), readIndex());
  if (name !== null) return () => keyOf(whole, whole.run(), name());
  return null;
}

/** Compiles `has(whole.name)`. */
export function has(node: ASTNode & { op: "call" }, scope: Scope, compile: CompileTerm): Term {
  const place = placeOf(node, scope);
  const [argument, ...rest] = node.args[1];
  if (argument?.op !== "." || rest.length > 0)
    throw new CompileProblem("has() takes a field, such as has(metadata.site).", place.at);
  const [wholeNode, name] = argument.args;
  const record = recordOf(wholeNode, scope);
  if (record !== null) return hasRecordField({ record, name, place, nameAt: argument.pos }, scope);
  const whole = compile(wholeNode, scope);
  if (whole.type.kind !== "map" && whole.type.kind !== "dyn") throw noFields(whole, argument.pos);
  const run = (): boolean => {
    const value = whole.run();
    if (isMap(value)) return ownValue(value, name) !== undefined;
    throw new RunFailure(`${whole.place.source} is ${describeValue(value)}; it has no fields.`);
  };
  return combine(place, boolType, [whole], { run });
}

function recordOf(node: ASTNode, scope: Scope): Variable | null {
  if (node.op !== "id" || scope.locals.has(node.args)) return null;
  return scope.variables.find(({ name, type }) => name === node.args && type.kind === "record") ?? null;
}

interface RecordField {
  readonly record: Variable;
  readonly name: string;
  readonly place: Place;
  /** Where the name of the field is. */
  readonly nameAt: number;
}

function recordField({ record, name, place, nameAt }: RecordField, { frame, uses }: Scope): Term {
  const found = record.fields.find((candidate) => candidate.name === name);
  if (found === undefined) throw noSuchField(record, name, nameAt);
  uses.add(record.name);
  const { type, size, read } = found;
  return {
    type,
    place,
    run: () => read(frame.input),
    steps: () => 1,
    size: () => size,
    constant: undefined,
  };
}

/** A field exists if its record does and, for a string, if it is set. */
function hasRecordField(asked: RecordField, scope: Scope): Term {
  const value = recordField(asked, scope);
  const { frame } = scope;
  const isThere = (): boolean => asked.record.read(frame.input) !== null;
  const run = value.type.kind === "string" ? () => value.run() !== "" : isThere;
  return combine(asked.place, boolType, [value], { run });
}

/** Looks up an index whose kind is known only at run time. */
function lookUp(whole: Term, value: Value, index: Value): Value {
  if (typeof index === "number") return elementOf(whole, value, index);
  if (typeof index === "string") return keyOf(whole, value, index);
  throw new RunFailure(`${whole.place.source} cannot be indexed by ${describeValue(index)}.`);
}

function keyOf(whole: Term, value: Value, name: string): Value {
  const found = isMap(value) ? ownValue(value, name) : undefined;
  if (found !== undefined) return found;
  if (!isMap(value))
    throw new RunFailure(`${whole.place.source} is ${describeValue(value)}; it has no keys.`);
  const { source } = whole.place;
  const advice = /^[a-z_]\w{0,63}$/i.test(name) ? `; check has(${source}.${name}) first` : "";
  throw new RunFailure(`${source} has no key ${JSON.stringify(name.slice(0, 64))}${advice}.`);
}

function elementOf(whole: Term, value: Value, index: number): Value {
  if (!isList(value)) throw new RunFailure(`${whole.place.source} is ${describeValue(value)}, not a list.`);
  const found = value[index];
  if (found !== undefined && Number.isInteger(index)) return found;
  throw new RunFailure(`${whole.place.source} has no element ${index}; it has ${value.length}.`);
}

function ownValue(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function noSuchField(record: Variable, name: string, at: number): CompileProblem {
  const names = record.fields.map((candidate) => candidate.name).join(", ");
  return new CompileProblem(`${record.name} has no field "${name}"; it has ${names}.`, at);
}

function noFields(whole: Term, at: number): CompileProblem {
  return new CompileProblem(`${whole.place.source} is ${describeType(whole.type)}; it has no fields.`, at);
}

function indexProblem(whole: Term, index: Term): CompileProblem {
  const { source } = whole.place;
  const { kind } = whole.type;
  const what = `${index.place.source} is ${describeType(index.type)}`;
  if (whole.type.kind === "record")
    return new CompileProblem(
      `Write ${source}.${whole.type.fields[0]} to read a field of ${source}.`,
      index.place.at,
    );
  if (kind === "map") return new CompileProblem(`${what}; the keys of a map are strings.`, index.place.at);
  if (kind === "list" || kind === "dyn")
    return new CompileProblem(
      `${what}; lists are indexed by whole numbers, so write int(…).`,
      index.place.at,
    );
  return new CompileProblem(
    `${source} is ${describeType(whole.type)}; only lists and maps can be indexed.`,
    index.place.at,
  );
}
