import { expect, test } from "bun:test";
import { compileExpression } from "./expression.ts";
import { expressionVocabulary } from "./expression-vocabulary.ts";
import { testReading } from "./test-reading.ts";

test.each(expressionVocabulary.map((entry) => [entry.form, entry] as const))(
  "the example of %s compiles, uses it, and has a value",
  (_form, { example, name, kind }) => {
    const expression = compileExpression(example, "any");
    expect(expression).toMatchObject({ ok: true });
    if (!expression.ok) return;
    expect(expression.evaluate(testReading())).not.toBeUndefined();
    if (kind !== "operator") expect(example).toContain(name);
  },
);

test("has help in sentences for every word", () => {
  for (const { help, type } of expressionVocabulary) {
    expect(help).toMatch(/\.$/);
    expect(type).not.toBe("");
  }
});

test("distinguishes the words by their written form", () => {
  const forms = expressionVocabulary.map(({ form, type, help }) => `${form} ${type} ${help}`);
  expect(new Set(forms).size).toBe(forms.length);
});
