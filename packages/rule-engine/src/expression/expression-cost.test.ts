import { expect, test } from "bun:test";
import { compileExpression } from "./expression.ts";
import { expressionLimits } from "./expression-limits.ts";
import { testReading } from "./test-reading.ts";

test.each([
  'metadata.tags.exists(t, t == "a" || t.startsWith("b") || t in ["c", "d", "e"])',
  "metadata.numbers.all(n, n > 1 && n < 10 && n != 5)",
  'metadata.tags.exists(t, t.matches("^[a-z]{1,20}-[0-9]{1,8}$"))',
  "metadata.rows.exists(row, row.exists(cell, cell > 3))",
  'metadata.tags.map(t, t.trim().lowerAscii()).join(", ").contains("x")',
  "metadata.numbers.map(n, n * 2).filter(n, n > value).size() > 3",
  'metadata.serial.matches("^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$")',
  'metadata.a.replace("-", "").replace(" ", "").replace(".", "").lowerAscii() == sensor.slug',
  '["a", "b", "c"].exists(x, metadata.tags.exists(t, t == x))',
  "metadata.a == metadata.b && metadata.c != metadata.d",
  "metadata.all(key, metadata[key] == 1)",
  'metadata.text.split(",").map(part, part.trim()).filter(part, part != "").size() > 2',
])("accepts what people write, even with large metadata: %s", (text) => {
  expect(compileExpression(text, "any")).toMatchObject({ ok: true });
});

test.each([
  ["metadata.a.all(x, metadata.b.exists(y, x == y))", 0, "metadata.a.all(x, metadata.b.exists(y, x…"],
  ["true || metadata.a.all(x, x in metadata.b)", 8, "metadata.a.all(x, x in metadata.b)"],
  ["metadata.a.map(x, metadata.a).map(x, x.size()).exists(n, n > metadata.b.size())", 0, "metadata.a.map"],
  ["metadata.a.filter(x, metadata.text.matches('^(ab*)+c'))", 0, "metadata.a.filter"],
  ["metadata.a.split('').all(x, metadata.b.split('').all(y, x < y))", 0, "metadata.a.split"],
  ["metadata.a.map(x, metadata.text + x).join().size()", 0, "metadata.a.map"],
  [
    "metadata.a.all(x, timestamp(x).getHours('Europe/Berlin') + timestamp(x).getMinutes('Asia/Tokyo') > 1)",
    0,
    "metadata.a.all",
  ],
])("refuses and names what may take too long: %s", (text, at, part) => {
  const expression = compileExpression(text, "any");
  expect(expression).toMatchObject({ ok: false, at });
  if (!expression.ok) {
    expect(expression.problem).toContain(part);
    expect(expression.problem).toContain("is too expensive");
  }
});

test("nests loops at most three deep", () => {
  const nested = (depth: number): string =>
    depth === 0 ? "true" : `[1].all(x${depth}, ${nested(depth - 1)})`;
  expect(compileExpression(nested(3), "bool")).toMatchObject({ ok: true });
  expect(compileExpression(nested(4), "bool")).toMatchObject({
    ok: false,
    problem: expect.stringContaining("more than 3 deep"),
  });
});

const oversized = new Array(2_500_000).fill(0);

test.each([
  ["metadata.list.all(x, x > 0 || x > 1 || x > 2 || x > 3)", "takes more than 2000000 steps"],
  ["metadata.list == metadata.other", "takes more than 2000000 steps"],
  ["-1 in metadata.list", "takes more than 2000000 steps"],
  ["metadata.text.contains('x')", "longer than 8192 characters"],
  ["metadata.text.matches('x')", "longer than 8192 characters"],
  ["metadata.text", "more than 8192 characters"],
  ["metadata.list", "more than 4096 parts"],
  ["metadata.list + [1]", "longer than 4096 elements"],
])("fails quickly for a reading that is larger than any should be: %s", (text, reason) => {
  const metadata = { list: oversized, other: [...oversized], text: "a".repeat(100_000) };
  const expression = compileExpression(text, "any");
  if (!expression.ok) throw new Error(expression.problem);
  expect(expression.evaluate({ ...testReading(), metadata })).toBeUndefined();
  expect(expression.reason).toContain(reason);
});

test("never runs out of steps with an accepted expression, even for the largest readings", () => {
  const metadata = { list: new Array(2_000).fill(1) };
  const text = "[1,2,3,4,5,6,7,8].all(y, metadata.list.all(x, x < 2 * y))";
  const expression = compileExpression(text, "bool");
  if (!expression.ok) throw new Error(expression.problem);
  expect(expression.evaluate({ ...testReading(), metadata })).toBe(true);
});

test("stops growing strings at the limit", () => {
  const { stringLengthMax } = expressionLimits;
  const grow = (times: number) => {
    const text = `metadata.text${" + metadata.text".repeat(times - 1)}`;
    const expression = compileExpression(text.replace("metadata.text", '"" + metadata.text'), "string");
    if (!expression.ok) throw new Error(expression.problem);
    const value = expression.evaluate({ ...testReading(), metadata: { text: "x".repeat(1_024) } });
    return value?.length ?? expression.reason;
  };
  expect(grow(8)).toBe(stringLengthMax);
  expect(grow(9)).toContain("longer than 8192 characters");
});

test("matches texts of as many characters as the cost was counted for", () => {
  const expression = compileExpression("metadata.text.matches('b$')", "bool");
  if (!expression.ok) throw new Error(expression.problem);
  const of = (length: number) => ({ ...testReading(), metadata: { text: `${"a".repeat(length - 1)}b` } });
  expect(expression.evaluate(of(expressionLimits.patternSubjectLengthMax))).toBe(true);
  expect(expression.evaluate(of(expressionLimits.patternSubjectLengthMax + 1))).toBeUndefined();
});
