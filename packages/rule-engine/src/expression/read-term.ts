import { findTimeZone, type TimeZone } from "../time-zone.ts";
import { CompileProblem } from "./compile-problem.ts";
import { expressionLimits } from "./expression-limits.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import type { PatternBudget } from "./pattern-budget.ts";
import { RunFailure } from "./run-failure.ts";
import type { Term } from "./term.ts";
import { describeValue, isList, isMap, type Value, type ValueMap } from "./value.ts";
import { isNumeric, type ValueType } from "./value-type.ts";

/** The kinds that operators and functions ask of their operands, and the values they get. */
export interface Kinds {
  bool: boolean;
  int: number;
  number: number;
  string: string;
  timestamp: number;
  duration: number;
  list: readonly Value[];
  numbers: readonly number[];
  strings: readonly string[];
  map: ValueMap;
  /** Null, true or false, a number, or a string. */
  scalar: Value;
  /** A value with a size. */
  sized: string | readonly Value[] | ValueMap;
  /** A literal string, which is checked when the expression is. */
  zone: TimeZone;
  pattern: Pattern;
}

export type Kind = keyof Kinds;

const kindDescriptions: Readonly<Record<Kind, string>> = {
  bool: "true or false",
  int: "a whole number",
  number: "a number",
  string: "a string",
  timestamp: "a timestamp",
  duration: "a duration",
  list: "a list",
  numbers: "a list of numbers",
  strings: "a list of strings",
  map: "a map",
  scalar: "a string, a number, or true or false",
  sized: "a string, a list or a map",
  zone: "a time zone",
  pattern: "a pattern",
};

export function describeKind(kind: Kind): string {
  return kindDescriptions[kind];
}

type Reader<K extends Kind> = (term: Term, patterns: PatternBudget | null) => (() => Kinds[K]) | null;

/**
 * Returns the term's value as one of that kind, or null if it can never be one. If that depends on the reading, the function
 * checks it each time and throws a RunFailure that names the term. Patterns are counted against their budget before they are
 * compiled.
 */
export function readTerm<K extends Kind>(
  term: Term,
  kind: K,
  patterns: PatternBudget | null = null,
): (() => Kinds[K]) | null {
  return readers[kind](term, patterns);
}

const readers: { readonly [K in Kind]: Reader<K> } = {
  bool: (term) => {
    if (term.type.kind === "bool") return term.run as () => boolean;
    return ifDyn(term, (value) => typeof value === "boolean", "true or false");
  },
  int: (term) => {
    if (term.type.kind === "int") return term.run as () => number;
    return ifDyn(term, isWhole, "a whole number");
  },
  number: (term) => {
    if (term.type.kind === "int" || term.type.kind === "double") return term.run as () => number;
    if (term.type.kind === "nullable") return checked(term, isNumber, "a number");
    return ifDyn(term, isNumber, "a number");
  },
  string: (term) => {
    if (term.type.kind === "string") return term.run as () => string;
    const run = ifDyn(term, (value) => typeof value === "string", "a string");
    return run === null ? null : () => inStringLimit(run());
  },
  timestamp: (term) => (term.type.kind === "timestamp" ? (term.run as () => number) : null),
  duration: (term) => (term.type.kind === "duration" ? (term.run as () => number) : null),
  list: (term) => {
    if (term.type.kind === "list") return term.run as () => readonly Value[];
    return ifDyn(term, isList, "a list");
  },
  numbers: (term) => {
    if (term.type.kind === "list" && isPlainNumber(term.type.of)) return term.run as () => readonly number[];
    return elements(term, isNumber, "a list of numbers");
  },
  strings: (term) => {
    if (term.type.kind === "list" && term.type.of.kind === "string")
      return term.run as () => readonly string[];
    return elements(term, (value) => typeof value === "string", "a list of strings");
  },
  map: (term) => {
    if (term.type.kind === "map") return term.run as () => ValueMap;
    return ifDyn(term, isMap, "a map");
  },
  scalar: (term) => {
    if (term.type.kind === "dyn") return checked(term, isScalar, "a string, a number, or true or false");
    const { kind } = term.type;
    return kind === "bool" || kind === "string" || kind === "null" || isNumeric(term.type) ? term.run : null;
  },
  sized: (term) => {
    const { kind } = term.type;
    if (kind === "string" || kind === "list" || kind === "map") return term.run as () => Kinds["sized"];
    return ifDyn(term, isSized, "a string, a list or a map");
  },
  zone: (term) => {
    if (term.type.kind !== "string") return null;
    const name = writtenOut(term, "time zone", "Europe/Berlin");
    const zone = findTimeZone(name);
    if (zone === null)
      throw new CompileProblem(
        `There is no time zone "${name}". Use a name such as "Europe/Berlin".`,
        term.place.at,
      );
    return () => zone;
  },
  pattern: (term, patterns) => {
    if (term.type.kind !== "string") return null;
    const text = writtenOut(term, "pattern", "^A[0-9]+$");
    const tooMuch = patterns?.take(text) ?? null;
    if (tooMuch !== null) throw new CompileProblem(tooMuch, term.place.at);
    const result = compilePattern(text);
    if (!result.ok) throw new CompileProblem(result.error, term.place.at);
    return () => result.value;
  },
};

/** Strings from outside are checked before they are processed. */
function inStringLimit(text: string): string {
  if (text.length <= expressionLimits.stringLengthMax) return text;
  throw new RunFailure(`A string is longer than ${expressionLimits.stringLengthMax} characters.`);
}

function writtenOut(term: Term, what: string, example: string): string {
  if (typeof term.constant === "string") return term.constant;
  throw new CompileProblem(`The ${what} must be a fixed text such as "${example}".`, term.place.at);
}

function ifDyn<T extends Value>(
  term: Term,
  is: (value: Value) => value is T,
  needed: string,
): (() => T) | null {
  return term.type.kind === "dyn" ? checked(term, is, needed) : null;
}

function checked<T extends Value>(term: Term, is: (value: Value) => value is T, needed: string): () => T {
  const { run, place } = term;
  return () => {
    const value = run();
    if (is(value)) return value;
    throw new RunFailure(`${place.source} is ${describeValue(value)}; ${needed} is needed.`);
  };
}

function elements<T extends Value>(
  term: Term,
  is: (value: Value) => value is T,
  needed: string,
): (() => readonly T[]) | null {
  const element = term.type.kind === "list" ? term.type.of.kind : term.type.kind;
  if (element !== "dyn" && element !== "nullable" && element !== "never") return null;
  const all = (value: Value): value is readonly T[] => isList(value) && value.every(is);
  return checked(term, all, needed);
}

function isPlainNumber({ kind }: ValueType): boolean {
  return kind === "int" || kind === "double";
}

function isNumber(value: Value): value is number {
  return Number.isFinite(value);
}

function isWhole(value: Value): value is number {
  return Number.isSafeInteger(value);
}

function isScalar(value: Value): value is null | boolean | number | string {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isSized(value: Value): value is Kinds["sized"] {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}
