import { expect, test } from "bun:test";
import { expressionVocabulary } from "@weir/rule-engine/expression/expression-vocabulary";
import { explainExpression } from "./explain-expression.ts";
import { tokensOf } from "./expression-tokens.ts";
import { wordsOf } from "./expression-words.ts";

const words = wordsOf(expressionVocabulary);

/** The explanation at the | in the text. */
function said(marked: string) {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const explained = explainExpression({ text, tokens: tokensOf(text), caret }, words);
  return explained === null ? null : `${explained.word.name} ${explained.parameter}`;
}

test("explains the word under the caret", () => {
  expect(said("val|ue > 2")).toBe("value null");
  expect(said("sensor.sl|ug")).toBe("sensor.slug null");
  expect(said("rou|nd(value)")).toBe("round null");
});

test("explains the call around the caret, and the current parameter", () => {
  expect(said("sensor.name.replace(|)")).toBe("replace 0");
  expect(said('sensor.name.replace("a", |)')).toBe("replace 1");
});

test("ignores calls that are closed", () => {
  expect(said('sensor.name.replace("a(b", [1, 2], | )')).toBe("replace 2");
  expect(said("round(value) + | 2")).toBeNull();
});

test("explains the call around a list", () => {
  expect(said('has(metadata["a"], [1, |])')).toBe("has 1");
});

test("says nothing about unknown names", () => {
  expect(said("nonsen|se")).toBeNull();
  expect(said("|")).toBeNull();
});
