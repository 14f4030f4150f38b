import { CompileProblem, type Place } from "../compile-problem.ts";
import { readTerm } from "../read-term.ts";
import { RunFailure } from "../run-failure.ts";
import { combine, type Size, type Term } from "../term.ts";
import type { Value } from "../value.ts";
import { describeType, listOf, mapOf, neverType, unify, type ValueType } from "../value-type.ts";

/** Compiles `[a, b, c]`. */
export function listLiteral(place: Place, elements: readonly Term[]): Term {
  const runs = elements.map(({ run }) => run);
  return combine(place, listOf(commonType(elements, "element of a list")), elements, {
    run: () => runs.map((run) => run()),
    size: () => addedSize(elements),
  });
}

/** Compiles `{"key": value}`. */
export function mapLiteral(place: Place, entries: readonly (readonly [Term, Term])[]): Term {
  const values = entries.map(([, value]) => value);
  const readers = entries.map(([key, value]) => [keyReader(key), value.run] as const);
  const run = (): Value => {
    const map = Object.create(null) as Record<string, Value>;
    for (const [key, value] of readers) {
      const name = key();
      if (name in map) throw new RunFailure(`The key ${JSON.stringify(name.slice(0, 64))} appears twice.`);
      map[name] = value();
    }
    return map;
  };
  return combine(place, mapOf(commonType(values, "value of a map")), entries.flat(), {
    run,
    size: () => ({ count: entries.length, weight: addedSize(entries.flat()).weight }),
  });
}

function keyReader(key: Term): () => string {
  const run = readTerm(key, "string");
  if (run !== null) return run;
  throw new CompileProblem(
    `${key.place.source} is ${describeType(key.type)}; the keys of a map are strings.`,
    key.place.at,
  );
}

function commonType(terms: readonly Term[], what: string): ValueType {
  let type: ValueType = neverType;
  for (const term of terms) {
    const common = unify(type, term.type);
    if (common === null || term.type.kind === "record")
      throw new CompileProblem(
        `Every ${what} must have the same type: ${term.place.source} is ${describeType(term.type)}, the ones before it are ${describeType(type)}.`,
        term.place.at,
      );
    type = common;
  }
  return type;
}

function addedSize(terms: readonly Term[]): Size {
  const weight = terms.reduce((sum, term) => sum + 2 + term.size().weight, 0);
  return { count: terms.length, weight };
}
