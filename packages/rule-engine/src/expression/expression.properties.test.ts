import { expect, test } from "bun:test";
import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { anyCharacter } from "../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { compileExpression } from "./expression.ts";
import { testReading } from "./test-reading.ts";

const reading = testReading();

/** Compiles and runs; every failure must be returned as a result. */
function outcome(text: string): unknown {
  const expression = compileExpression(text, "any");
  if (!expression.ok) {
    expect(expression.problem).toMatch(/^At character \d+: ./);
    expect(expression.at).toBeLessThanOrEqual(text.length);
    return undefined;
  }
  const value = expression.evaluate(reading);
  if (value === undefined) expect(expression.reason).not.toContain("The expression failed");
  return value;
}

test("never throws in the checker or the evaluator for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => void outcome(text)),
    { numRuns: propertyRuns(500) },
  );
});

const words =
  "value at previous sensor device metadata battery_voltage .slug .value .site .tags .numbers .deep ['a'] [0] x 1 2.5 'a' \"b\" true null + - * / % == != < > && || ! ? : in ( ) [ ] { } , size( has( .size() .matches('a+') .all(x, .map(x, .exists(x, .filter(x, int( string( duration( timestamp( .getHours() .contains( min( abs( round( .join() .split( .replace(".split(
    " ",
  );

test("never throws in the checker or the evaluator for any sequence of words", () => {
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((chosen) => chosen.join(" "));
  fc.assert(
    fc.property(texts, (text) => void outcome(text)),
    { numRuns: propertyRuns(1000) },
  );
});

/** Texts of the grammar, each of one kind, so that most are accepted. */
const grammar = fc.letrec<Record<"int" | "double" | "bool" | "text" | "list" | "any", string>>((tie) => {
  const depth = { depthSize: "small", withCrossShrink: true } as const;
  const pair = (kind: "int" | "double" | "bool" | "text", operators: readonly string[]) =>
    fc
      .tuple(tie(kind), fc.constantFrom(...operators), tie(kind))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`);
  const choice = (kind: "int" | "double" | "bool" | "text") =>
    fc.tuple(tie("bool"), tie(kind), tie(kind)).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`);
  return {
    int: fc.oneof(
      depth,
      fc.integer({ min: 0, max: 1_000 }).map(String),
      fc.constant("size(metadata.tags)"),
      pair("int", ["+", "-", "*", "/", "%"]),
      tie("int").map((term) => `-${term}`),
      tie("text").map((term) => `size(${term})`),
      tie("list").map((term) => `${term}.size()`),
      choice("int"),
    ),
    double: fc.oneof(
      depth,
      fc.constantFrom("value", "previous.value", "2.5", "0.1", "1e10", "100.0"),
      pair("double", ["+", "-", "*", "/"]),
      tie("int").map((term) => `double(${term})`),
      choice("double"),
    ),
    bool: fc.oneof(
      depth,
      fc.constantFrom("true", "false", "metadata.on", "has(metadata.site)", "has(metadata.nothing)"),
      pair("int", ["==", "!=", "<", "<=", ">", ">="]),
      pair("double", ["==", "!=", "<", "<=", ">", ">="]),
      pair("text", ["==", "!=", "<", ">"]),
      pair("bool", ["&&", "||", "==", "!="]),
      tie("bool").map((term) => `!${term}`),
      fc.tuple(tie("text"), tie("text")).map(([whole, part]) => `${whole}.contains(${part})`),
      fc.tuple(tie("text"), tie("text")).map(([whole, part]) => `${whole}.startsWith(${part})`),
      fc.tuple(tie("int"), tie("list")).map(([item, list]) => `(${item} in ${list})`),
      fc.tuple(tie("list"), tie("int")).map(([list, limit]) => `${list}.all(x, x > ${limit})`),
      fc.tuple(tie("list"), tie("int")).map(([list, limit]) => `${list}.exists(x, x / ${limit} == 1)`),
      fc.tuple(tie("list"), tie("int")).map(([list, limit]) => `${list}.exists_one(x, x == ${limit})`),
      fc.constantFrom(
        "metadata.site == 'north'",
        "metadata.level > 2",
        "metadata.missing == 1",
        "metadata.tags[0] == 'a'",
      ),
      choice("bool"),
    ),
    text: fc.oneof(
      depth,
      fc.constantFrom("'a'", "'north'", "''", "'äb'", "sensor.slug", "device.name", "account.name"),
      pair("text", ["+"]),
      tie("int").map((term) => `string(${term})`),
      fc.tuple(tie("text"), tie("int")).map(([whole, start]) => `${whole}.substring(${start})`),
      tie("text").map((term) => `${term}.trim()`),
      tie("text").map((term) => `${term}.split('o').join('-')`),
      choice("text"),
    ),
    list: fc.oneof(
      depth,
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }).map((items) => `[${items}]`),
      fc.tuple(tie("list"), tie("int")).map(([list, by]) => `${list}.map(x, x + ${by})`),
      fc.tuple(tie("list"), tie("int")).map(([list, limit]) => `${list}.filter(x, x != ${limit})`),
      fc.tuple(tie("list"), tie("list")).map(([one, other]) => `(${one} + ${other})`),
    ),
    any: fc.oneof(tie("int"), tie("double"), tie("bool"), tie("text"), tie("list")),
  };
});

const library = new Environment()
  .registerVariable("value", "double")
  .registerVariable("metadata", "map")
  .registerVariable("previous", "map<string, double>")
  .registerVariable("sensor", "map<string, string>")
  .registerVariable("device", "map<string, string>")
  .registerVariable("account", "map<string, string>");

const context = {
  value: reading.value,
  metadata: reading.metadata,
  previous: { value: reading.previousValue },
  ...reading.source,
};

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  // -0 equals 0.
  return typeof value === "bigint" || typeof value === "number" ? Number(value) + 0 : value;
}

test("returns the same values as the CEL library", () => {
  const runs = propertyRuns(1000);
  let compared = 0;
  fc.assert(
    fc.property(grammar.any, (text) => {
      const value = outcome(text);
      if (value === undefined) return;
      compared += 1;
      const wanted = plain(library.evaluate(text, context));
      expect(JSON.stringify({ text, value })).toBe(JSON.stringify({ text, value: wanted }));
    }),
    { numRuns: runs },
  );
  expect(compared).toBeGreaterThan(runs / 4);
});
