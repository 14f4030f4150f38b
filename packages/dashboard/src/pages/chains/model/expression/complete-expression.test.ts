import { expect, test } from "bun:test";
import { expressionVocabulary } from "@weir/rule-engine/expression/expression-vocabulary";
import { completeExpression, completeTyped, insertWord, isClosedAlready } from "./complete-expression.ts";
import { tokensOf } from "./expression-tokens.ts";
import { wordsOf } from "./expression-words.ts";

const words = wordsOf(expressionVocabulary);

/** The words that are offered at the | in the text. */
function offered(marked: string, keys: readonly string[] = []) {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  return completeExpression({ text, tokens: tokensOf(text), caret }, words, keys);
}
const names = (marked: string, keys?: readonly string[]) =>
  offered(marked, keys)?.words.map(({ name }) => name) ?? null;

test("offers words that start with the typed text first", () => {
  expect(names("val|")?.[0]).toBe("value");
  expect(names("dev|")?.[0]).toBe("device");
});

test("also finds a field by its own name", () => {
  expect(names("slu|")).toContain("sensor.slug");
});

test("offers the fields of a variable after its dot", () => {
  const fields = names("sensor.|")!;
  expect(fields).toContain("slug");
  expect(fields).toContain("unit");
  expect(fields).not.toContain("value");
});

test("offers known keys of readings after metadata", () => {
  expect(names("metadata.s|", ["site", "shelf", "room"])).toEqual(["site", "shelf"]);
});

test("offers methods after a string, and none after a number", () => {
  expect(names("sensor.name.con|")).toContain("contains");
  expect(names("value.|")).toEqual([]);
});

test("offers nothing in strings, in numbers and after a complete word", () => {
  for (const marked of ['"val|"', '"val|', "12|", "1.|", "value)|", "items[0]|"]) {
    expect(names(marked)).toBeNull();
  }
});

test("replaces the whole word around the caret", () => {
  expect(offered("1 + va|lu > 2")).toMatchObject({ from: 4, to: 8 });
});

test("adds the brackets of a function, with the caret between them, and does not double them", () => {
  const round = words.find(({ name }) => name === "round")!;
  expect(insertWord("ro", { from: 0, to: 2 }, round)).toEqual({ text: "round()", caret: 6 });
  expect(insertWord("ro(value)", { from: 0, to: 2 }, round)).toEqual({ text: "round(value)", caret: 5 });
});

test("inserts a variable as it is, and keeps what follows", () => {
  const value = words.find(({ name }) => name === "value")!;
  expect(insertWord("va > 2", { from: 0, to: 2 }, value)).toEqual({ text: "value > 2", caret: 5 });
});

test("offers neither a word that is typed completely nor anything before typing", () => {
  const typed = (text: string) => completeTyped(text, text.length, words, [])?.words.length ?? 0;
  expect(typed("prev")).toBeGreaterThan(0);
  expect(typed("device.nam")).toBe(1);
  expect(typed("device.name")).toBe(0);
  expect(typed("")).toBe(0);
});

test("types over a closing bracket if all brackets are closed", () => {
  expect(isClosedAlready("abs(value)", 9)).toBe(true);
  expect(isClosedAlready("abs((value)", 10)).toBe(false);
  expect(isClosedAlready("abs(value)", 4)).toBe(false);
});
