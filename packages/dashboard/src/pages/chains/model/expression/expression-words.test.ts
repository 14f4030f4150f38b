import { expect, test } from "bun:test";
import { expressionVocabulary } from "@weir/rule-engine/expression/expression-vocabulary";
import { isCalled, parametersOf, receiverOf, wordsOf } from "./expression-words.ts";

const words = wordsOf(expressionVocabulary);

test("lists each word once, with all its forms", () => {
  const keys = words.map(({ kind, name, forms }) => `${kind} ${name} ${receiverOf(forms[0]!)}`);
  expect(new Set(keys).size).toBe(keys.length);
  const forms = words.flatMap((word) => (isCalled(word) ? word.forms : []));
  const called = expressionVocabulary.filter(({ kind }) => kind !== "operator" && kind !== "variable");
  for (const { form, kind } of called) if (kind !== "field") expect(forms).toContain(form);
});

test("treats only operators written with letters as words", () => {
  const operators = words.filter(({ kind }) => kind === "operator").map(({ name }) => name);
  expect(operators.sort()).toEqual(["has", "in"]);
});

test("shows the receiver and the parameters of a form", () => {
  expect(receiverOf("text.replace(old, new)")).toBe("text");
  expect(receiverOf("round(x)")).toBeNull();
  expect(parametersOf("text.replace(old, new)")).toEqual(["old", "new"]);
  expect(parametersOf("now()")).toEqual([]);
});
