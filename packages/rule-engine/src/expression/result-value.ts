import { CompileProblem } from "./compile-problem.ts";
import { expressionLimits } from "./expression-limits.ts";
import { readTerm } from "./read-term.ts";
import { RunFailure } from "./run-failure.ts";
import type { Term } from "./term.ts";
import { formatDuration } from "./time/duration-text.ts";
import { formatTimestamp } from "./time/timestamp-text.ts";
import type { Value } from "./value.ts";
import { describeType, type ValueType } from "./value-type.ts";

/** The kinds of results that an expression can be asked for. */
export interface ResultKinds {
  bool: boolean;
  number: number;
  string: string;
  any: PlainValue;
}

export type ResultKind = keyof ResultKinds;

/** Independent JSON that shares nothing with the input. Objects have no prototype. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [key: string]: PlainValue };

const { resultStringLengthMax, resultPartsMax } = expressionLimits;

/** Converts the value of a term for the caller. */
export function resultOf<K extends ResultKind>(term: Term, kind: K): () => ResultKinds[K] {
  return results[kind](term);
}

const results: { readonly [K in ResultKind]: (term: Term) => () => ResultKinds[K] } = {
  bool: (term) => readTerm(term, "bool") ?? refuse(term, "true or false", "compare it, as in value > 10"),
  number: (term) => {
    const run = readTerm(term, "number") ?? refuse(term, "a number", "return a number, as in value * 2");
    // -0 and 0 are the same value for readings.
    return () => run() + 0;
  },
  string: (term) => {
    const run = readTerm(term, "string") ?? refuse(term, "a string", `write string(${term.place.source})`);
    return () => inLimit(run());
  },
  any: (term) => {
    if (term.type.kind === "record")
      throw new CompileProblem(
        `Use a field of ${term.place.source}: ${term.type.fields.join(", ")}.`,
        term.place.at,
      );
    return () => plainCopy(term.run(), term.type, { parts: resultPartsMax, length: resultStringLengthMax });
  },
};

function refuse(term: Term, wanted: string, advice: string): never {
  throw new CompileProblem(
    `The expression must return ${wanted}, but it returns ${describeType(term.type)}; ${advice}.`,
    term.place.at,
  );
}

interface Room {
  parts: number;
  length: number;
}

function plainCopy(value: Value, type: ValueType, room: Room): PlainValue {
  room.parts -= 1;
  if (room.parts < 0) throw new RunFailure(`The result has more than ${resultPartsMax} parts.`);
  if (type.kind === "timestamp") return formatTimestamp(value as number);
  if (type.kind === "duration") return formatDuration(value as number);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  if (typeof value === "string") return inRoom(value, room);
  if (typeof value !== "object") throw new RunFailure("The result is not JSON.");
  const inner = type.kind === "list" || type.kind === "map" ? type.of : type;
  if (Array.isArray(value)) return value.map((element: Value) => plainCopy(element, inner, room));
  const copy = Object.create(null) as Record<string, PlainValue>;
  for (const [key, part] of Object.entries(value)) copy[inRoom(key, room)] = plainCopy(part, inner, room);
  return copy;
}

function inRoom(text: string, room: Room): string {
  room.length -= text.length;
  if (room.length >= 0) return text;
  throw new RunFailure(`The result has more than ${resultStringLengthMax} characters.`);
}

function inLimit(text: string): string {
  if (text.length <= resultStringLengthMax) return text;
  throw new RunFailure(`The result has more than ${resultStringLengthMax} characters.`);
}
