import { describe, expect, test } from "bun:test";
import { compileExpression } from "./expression.ts";
import type { ExpressionInput } from "./expression-input.ts";
import type { PlainValue, ResultKind } from "./result-value.ts";
import { testReading } from "./test-reading.ts";

function evaluate(text: string, input: ExpressionInput = testReading(), kind: ResultKind = "any") {
  const expression = compileExpression(text, kind);
  if (!expression.ok) throw new Error(`${text}: ${expression.problem}`);
  const value = expression.evaluate(input);
  return value === undefined ? { reason: expression.reason } : value;
}

type Case = readonly [text: string, value: PlainValue];

const values: Readonly<Record<string, readonly Case[]>> = {
  variables: [
    ["value", 21.5],
    ["at", "2026-11-15T08:30:12.345678Z"],
    ["previous.value", 20],
    ["previous.at", "2026-11-15T08:00:12Z"],
    ["sensor.slug", "pump-7"],
    ["sensor.type + sensor.unit", "temperature°C"],
    ["device.name", "Pump 1"],
    ["device.group", ""],
    ["account.name", "Acme"],
    ["metadata.site", "north"],
    ['metadata["firmware version"]', "1.2"],
    ["metadata.deep.a.b", 1],
    ["metadata.tags[1]", "b"],
    ["metadata.numbers[int(metadata.level) - 1]", 2],
    ["battery_voltage", 3.4],
  ],
  "numbers of both kinds together": [
    ["value * 2", 43],
    ["2 * value", 43],
    ["value + 1", 22.5],
    ["1 - value", -20.5],
    ["value / 2", 10.75],
    ["value % 2", 1.5],
    ["value * 9 / 5 + 32", 70.7],
    ["value > 10", true],
    ["10 < value", true],
    ["value == 21", false],
    ["43 == value * 2", true],
    ["value != 21", true],
    ["-value", -21.5],
    ["-(-3)", 3],
    ["value in [21.5, 22]", true],
    ["value < 0 ? 0 : value", 21.5],
    ["metadata.level + 1", 4],
    ["metadata.level * value", 64.5],
    ["metadata.level >= 3", true],
    ["metadata.level == 3", true],
    ["battery_voltage * 1000", 3400],
  ],
  "whole numbers": [
    ["2 + 3 * 4", 14],
    ["6 / 2", 3],
    ["size(metadata.tags) / 2", 1],
    ["size(metadata.numbers) / 2", 1],
    ["-7 % 3", -1],
    ["9007199254740991", 9007199254740991],
    ["0x1F", 31],
    ["0 * -1", 0],
  ],
  "strings and text": [
    ['"a" + "b"', "ab"],
    ["'single' + \"double\"", "singledouble"],
    ['r"\\d" + "\\n\\u00e9"', "\\d\né"],
    ['"""three "quotes" """', 'three "quotes" '],
    ["size('añ😀')", 3],
    ["'añ😀z'.substring(1, 3)", "ñ😀"],
    ["'añ😀z'.indexOf('z')", 3],
    ["'abcabc'.lastIndexOf('b')", 4],
    ["'abc'.indexOf('x')", -1],
    ["'abc'.charAt(2)", "c"],
    ["'ÀBc'.lowerAscii()", "Àbc"],
    ["'straße'.upperAscii()", "STRAßE"],
    ["'  x '.trim()", "x"],
    ["'a-b-c'.replace('-', '+')", "a+b+c"],
    ["'$&'.replace('&', '$1$&')", "$$1$&"],
    ["'a,b,,c'.split(',')", ["a", "b", "", "c"]],
    ["'a😀'.split('')", ["a", "😀"]],
    ["['a', 'b'].join('-')", "a-b"],
    ["metadata.tags.join()", "ab"],
    ["sensor.slug.matches('^pump-[0-9]+$')", true],
    ["sensor.slug.matches('ump')", true],
    ["sensor.slug.matches('^ump')", false],
    ["'é'.matches('^.$')", true],
    ["'b' > 'a' && 'a' < 'b'", true],
    ["metadata.site.startsWith('no')", true],
    ["metadata.site + '!'", "north!"],
    ["'n' in metadata", false],
    ["'site' in metadata", true],
  ],
  "functions of numbers": [
    ["abs(-3)", 3],
    ["abs(-3.5)", 3.5],
    ["min(2, 1.5)", 1.5],
    ["max(1, 2, 3)", 3],
    ["max(metadata.numbers)", 3],
    ["min([value, 2])", 2],
    ["clamp(value, 0, 10)", 10],
    ["round(2.5)", 3],
    ["round(-2.5)", -3],
    ["round(2.345, 2)", 2.35],
    ["round(1.005, 2)", 1],
    ["round(1e300, 3)", 1e300],
    ["floor(-1.5)", -2],
    ["ceil(-1.5)", -1],
    ["trunc(-1.5)", -1],
    ["sign(-1.5)", -1],
    ["sqrt(16)", 4],
    ["pow(2, 10)", 1024],
    ["exp(0)", 1],
    ["log(1)", 0],
    ["log10(1000)", 3],
  ],
  "conditions, where the side that decides wins over a failure": [
    ["true && !false", true],
    ["metadata.missing > 1 || value > 10", true],
    ["value > 10 || metadata.missing > 1", true],
    ["metadata.missing > 1 && value > 30", false],
    ["has(metadata.missing) && metadata.missing > 1", false],
    ["has(metadata.site) ? metadata.site : 'none'", "north"],
    ["has(sensor.unit) && !has(device.group)", true],
    ["has(previous.value)", true],
    ["has(device.attributes.site) && !has(device.attributes.owner)", true],
    ["device.attributes.floor > 1 && device.attributes.heated", true],
    ['device.attributes["site"]', "north"],
    ["'cellar' in device.tags && !('attic' in device.tags)", true],
    ["device.tags.exists(tag, tag.startsWith('te'))", true],
    ["metadata.none == null", true],
    ["metadata.site != null", true],
    ["metadata.on", true],
    ["!metadata.on", false],
    ["metadata.site == 3", false],
  ],
  "lists and maps": [
    ["[1, 2.5, value]", [1, 2.5, 21.5]],
    ["[[1], []]", [[1], []]],
    ["[1] + [2]", [1, 2]],
    ["metadata.tags + ['c']", ["a", "b", "c"]],
    ["{'a': 1, 'b': 2}['b']", 2],
    ["{'a': 1}.a", 1],
    ["{'a': [1]} == {'a': [1.0]}", true],
    ["metadata.deep == {'a': {'b': 1}}", true],
    ["metadata.tags == ['a']", false],
    ["metadata.tags.exists(t, t == 'b')", true],
    ["metadata.tags.all(t, t < 'b')", false],
    ["metadata.numbers.exists_one(n, n > 2)", true],
    ["metadata.numbers.filter(n, n != 1)", [3, 2]],
    ["metadata.numbers.map(n, n * 10)", [30, 10, 20]],
    ["metadata.numbers.map(n, n > 1, string(n))", ["3", "2"]],
    ["metadata.deep.all(key, key == 'a')", true],
    [
      "[1, 2].map(x, [1, 2].map(y, x * y))",
      [
        [1, 2],
        [2, 4],
      ],
    ],
    ["[1].map(x, [2].map(x, x)[0] + x)", [3]],
    ["['x', 1 > 2 ? 'y' : 'z']", ["x", "z"]],
    ["[1, 'x'.size()].exists(value, value == 1)", true],
    ["metadata.tags.exists(t, t > 1 || t == 'a')", true],
    ["[at, previous.at].map(t, t.getHours())", [8, 8]],
    ["[at]", ["2026-11-15T08:30:12.345678Z"]],
  ],
  "timestamps and durations": [
    ["at.getFullYear()", 2026],
    ["at.getMonth()", 10],
    ["at.getDate()", 15],
    ["at.getDayOfMonth()", 14],
    ["at.getDayOfWeek()", 0],
    ["at.getDayOfYear()", 318],
    ["at.getHours()", 8],
    ["at.getMinutes()", 30],
    ["at.getSeconds()", 12],
    ["at.getMilliseconds()", 345],
    ["at.getHours('Europe/Berlin')", 9],
    ["at.getMinutes('Asia/Kathmandu')", 15],
    ["timestamp('2026-07-01T22:30:00Z').getDayOfWeek('Europe/Berlin')", 4],
    ["timestamp('2026-12-31T23:30:00Z').getFullYear('Europe/Berlin')", 2027],
    ["timestamp('1969-12-31T23:59:59.5Z').getSeconds()", 59],
    ["timestamp('1969-12-31T23:59:59.5Z').getMilliseconds()", 500],
    ["at - previous.at", "1800.345678s"],
    ["at - previous.at > duration('30m')", true],
    ["(at - previous.at).getMinutes()", 30],
    ["(previous.at - at).getSeconds()", -1800],
    ["at + duration('1h') > at", true],
    ["duration('1h') + at == at + duration('60m')", true],
    ["duration('-0.5s') + duration('-0.7s')", "-1.2s"],
    ["duration('1h30m') - duration('0.5h')", "3600s"],
    ["duration('1us')", "0.000001s"],
    ["timestamp('2026-11-15T10:30:12.345678+02:00') == at", true],
    ["timestamp(0)", "1970-01-01T00:00:00Z"],
    ["int(at)", 1794731412],
    ["string(at)", "2026-11-15T08:30:12.345678Z"],
  ],
  conversions: [
    ["int(2.9)", 2],
    ["int(-2.9)", -2],
    ["int('42')", 42],
    ["int(metadata.level)", 3],
    ["double('2.5e3')", 2500],
    ["double(3)", 3],
    ["string(3)", "3"],
    ["string(2.5)", "2.5"],
    ["string(true)", "true"],
    ["string(metadata.level)", "3"],
    ["string(metadata.site)", "north"],
    ["bool('false')", false],
    ["bool(metadata.on)", true],
  ],
};

describe("an expression gives", () => {
  for (const [group, cases] of Object.entries(values)) {
    test.each([...cases])(`${group}: %s`, (text, value) => {
      expect(evaluate(text)).toEqual(value);
    });
  }
});

test.each([
  ["metadata.missing", "metadata has no key"],
  ["metadata.missing", "has(metadata.missing)"],
  ["metadata['a b']", 'metadata has no key "a b".'],
  ["metadata.site.name", "metadata.site is a string; it has no keys"],
  ["metadata.tags[5]", "metadata.tags has no element 5; it has 2"],
  ["metadata.tags[-1]", "has no element -1"],
  ["metadata.site > 3", "metadata.site is a string; a number is needed"],
  ["metadata.site + 1", "metadata.site is a string; a number is needed"],
  ["metadata.site + metadata.level", "can only add two numbers"],
  ["metadata.site < metadata.level", "can only compare two numbers or two strings"],
  ["metadata.level && true", "metadata.level is a number; true or false is needed"],
  ["metadata.none > 1", "metadata.none is null"],
  ["metadata.level.all(x, x > 1)", "not a list or a map"],
  ["metadata.tags.all(x, x > 1)", "x is a string; a number is needed"],
  ["metadata.tags.exists_one(x, x > 1)", "x is a string"],
  ["metadata.level[0]", "metadata.level is a number, not a list"],
  ["has(metadata.missing.site)", 'has no key "missing"'],
  ["has(metadata.level.site)", "it has no fields"],
  ["value / (value - 21.5)", "Division by zero"],
  ["value % (value - 21.5)", "Division by zero"],
  ["size(metadata.tags) / (size(metadata.tags) - 2)", "Division by zero"],
  ["value * 1e300 * 1e300", 'result of "*" is too large'],
  ["size(metadata.tags) * 9007199254740991", "beyond 9007199254740991"],
  ["sqrt(-value)", "sqrt() has no finite result"],
  ["log(value - 21.5)", "log() has no finite result"],
  ["pow(value, 1000)", "pow() has no finite result"],
  ["clamp(value, 10, value - 20)", "wrong way round"],
  ["round(value, size(metadata.tags) * 10)", "0 to 15 digits"],
  ["int(metadata.site)", 'cannot convert "north" to a whole number'],
  ["int(value * 1e18)", "to a whole number"],
  ["double(metadata.site)", "to a number"],
  ["bool(metadata.site)", "to true or false"],
  ["string(metadata.tags)", "metadata.tags is a list"],
  ["string(metadata.none)", "cannot convert null to text"],
  ["timestamp(metadata.site)", '"north" is not a timestamp'],
  ["timestamp(metadata.level + 0.5)", "to a timestamp"],
  ["duration(metadata.site)", '"north" is not a duration'],
  ["at + duration('2100000h')", "between the years 1685 and 2255"],
  ["metadata.site.substring(2, 9)", "has 5 characters"],
  ["metadata.tags.map(t, 1)[2]", "has no element 2"],
  ["max(metadata.tags)", "a list of numbers is needed"],
  ["max(metadata.numbers.filter(n, n > 5))", "the list is empty"],
  ["metadata.numbers.join()", "a list of strings is needed"],
  ["{metadata.site: 1, 'north': 2}", "appears twice"],
])("gives the reason if a reading has no result: %s", (text, reason) => {
  expect(evaluate(text)).toEqual({ reason: expect.stringContaining(reason) });
});

test("returns null for missing parts of a reading, and fails when they are used", () => {
  const bare = testReading({ hasPrevious: false, batteryVolts: null, metadata: {} });
  expect(evaluate("previous == null && battery_voltage == null", bare)).toBe(true);
  expect(evaluate("previous != null && value - previous.value > 2", bare)).toBe(false);
  expect(evaluate("has(previous.value)", bare)).toBe(false);
  expect(evaluate("value - previous.value", bare)).toEqual({
    reason: expect.stringContaining("first reading"),
  });
  expect(evaluate("battery_voltage < 3", bare)).toEqual({
    reason: "battery_voltage is null; a number is needed.",
  });
});

test("treats keys with a meaning in JavaScript as plain data, present only if they were sent", () => {
  const odd = testReading({ metadata: JSON.parse('{"__proto__":{"x":1},"constructor":"c","toString":[2]}') });
  expect(evaluate('metadata["__proto__"].x', odd)).toBe(1);
  expect(evaluate("metadata.constructor", odd)).toBe("c");
  expect(evaluate("metadata.toString[0]", odd)).toBe(2);
  expect(evaluate("metadata.constructor")).toEqual({
    reason: expect.stringContaining('no key "constructor"'),
  });
  expect(evaluate("has(metadata.hasOwnProperty)")).toBe(false);
  expect(evaluate("'toString' in metadata")).toBe(false);
  expect(JSON.stringify(evaluate("metadata", odd))).toBe(
    '{"__proto__":{"x":1},"constructor":"c","toString":[2]}',
  );
});

test("returns results of the requested kind", () => {
  expect(evaluate("size(sensor.slug)", testReading(), "number")).toBe(6);
  expect(evaluate("metadata.level", testReading(), "number")).toBe(3);
  expect(Object.is(evaluate("0 * -1", testReading(), "number"), 0)).toBe(true);
  expect(evaluate("metadata.site", testReading(), "number")).toEqual({
    reason: "metadata.site is a string; a number is needed.",
  });
  expect(evaluate("metadata.on", testReading(), "bool")).toBe(true);
  expect(evaluate("metadata.level", testReading(), "bool")).toEqual({
    reason: "metadata.level is a number; true or false is needed.",
  });
  expect(evaluate("metadata.site", testReading(), "string")).toBe("north");
  expect(evaluate("metadata.level", testReading(), "string")).toEqual({
    reason: "metadata.level is a number; a string is needed.",
  });
});

test("returns a copy: changing a result changes no reading", () => {
  const result = evaluate("metadata.deep") as Record<string, unknown>;
  expect(Object.getPrototypeOf(result)).toBeNull();
  result.a = "changed";
  expect(evaluate("metadata.deep.a.b")).toBe(1);
});

test.each([
  ["value > 1", false, false],
  ["previous == null", true, false],
  ["previous.value > 1", true, false],
  ["has(previous.value)", true, false],
  ["has(metadata.site)", false, true],
  ["size(metadata) > 1 || previous != null", true, true],
  ["[1].all(metadata, metadata == 1)", false, false],
])("knows what an expression uses: %s", (text, usesPrevious, usesMetadata) => {
  const expression = compileExpression(text, "bool");
  expect(expression).toMatchObject({ ok: true, usesPrevious, usesMetadata });
});

test("evaluates one compiled expression for many readings", () => {
  const expression = compileExpression("value > 20 && metadata.site == 'north'", "bool");
  if (!expression.ok) throw new Error(expression.problem);
  expect(expression.evaluate(testReading())).toBe(true);
  expect(expression.evaluate(testReading({ metadata: {} }))).toBeUndefined();
  expect(expression.reason).toContain("has no key");
  expect(expression.evaluate(testReading({ value: 3 }))).toBe(false);
});
