import { expect, test } from "bun:test";
import { expressionVocabulary } from "@weir/rule-engine/expression/expression-vocabulary";
import { completeExpression, completeTyped, insertWord, isClosedAlready } from "./complete-expression.ts";
import { tokensOf } from "./expression-tokens.ts";
import { wordsOf } from "./expression-words.ts";

const words = wordsOf(expressionVocabulary);

/** What is offered where the | stands. */
function offered(marked: string, keys: readonly string[] = []) {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  return completeExpression({ text, tokens: tokensOf(text), caret }, words, keys);
}
const names = (marked: string, keys?: readonly string[]) =>
  offered(marked, keys)?.words.map(({ name }) => name) ?? null;

test("what begins as typed comes first", () => {
  expect(names("val|")?.[0]).toBe("value");
  expect(names("dev|")?.[0]).toBe("device");
});

test("a field is found by its own name as well", () => {
  expect(names("slu|")).toContain("sensor.slug");
});

test("behind a dot come the fields of what stands before it", () => {
  const fields = names("sensor.|")!;
  expect(fields).toContain("slug");
  expect(fields).toContain("unit");
  expect(fields).not.toContain("value");
});

test("behind metadata come the keys that are known from readings", () => {
  expect(names("metadata.s|", ["site", "shelf", "room"])).toEqual(["site", "shelf"]);
});

test("behind a string come its methods, behind a number none", () => {
  expect(names("sensor.name.con|")).toContain("contains");
  expect(names("value.|")).toEqual([]);
});

test("nothing is offered in strings, in numbers and behind what is complete", () => {
  for (const marked of ['"val|"', '"val|', "12|", "1.|", "value)|", "items[0]|"]) {
    expect(names(marked)).toBeNull();
  }
});

test("a completion replaces the whole word around the caret", () => {
  expect(offered("1 + va|lu > 2")).toMatchObject({ from: 4, to: 8 });
});

test("a function brings its brackets, with the caret between them, and does not double them", () => {
  const round = words.find(({ name }) => name === "round")!;
  expect(insertWord("ro", { from: 0, to: 2 }, round)).toEqual({ text: "round()", caret: 6 });
  expect(insertWord("ro(value)", { from: 0, to: 2 }, round)).toEqual({ text: "round(value)", caret: 5 });
});

test("a variable is put in as it is, and what follows stays", () => {
  const value = words.find(({ name }) => name === "value")!;
  expect(insertWord("va > 2", { from: 0, to: 2 }, value)).toEqual({ text: "value > 2", caret: 5 });
});

test("a word that was typed to its end is offered no more, and nothing is offered before anything is typed", () => {
  const typed = (text: string) => completeTyped(text, text.length, words, [])?.words.length ?? 0;
  expect(typed("prev")).toBeGreaterThan(0);
  expect(typed("device.nam")).toBe(1);
  expect(typed("device.name")).toBe(0);
  expect(typed("")).toBe(0);
});

test("a closing bracket is typed over where all brackets are closed", () => {
  expect(isClosedAlready("abs(value)", 9)).toBe(true);
  expect(isClosedAlready("abs((value)", 10)).toBe(false);
  expect(isClosedAlready("abs(value)", 4)).toBe(false);
});
