import { expect, test } from "bun:test";
import { isInText, tokensOf } from "./expression-tokens.ts";

const pieces = (text: string) =>
  tokensOf(text)
    .filter(({ kind }) => kind !== "space")
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

test("splits an expression into words, calls, numbers, strings and punctuation", () => {
  expect(pieces('round(value * 1.8e1) > 2u && sensor.name in ["a"]')).toEqual([
    "call round",
    "mark (",
    "word value",
    "mark *",
    "number 1.8e1",
    "mark )",
    "mark >",
    "number 2u",
    "mark &",
    "mark &",
    "word sensor",
    "mark .",
    "word name",
    "literal in",
    "mark [",
    'text "a"',
    "mark ]",
  ]);
});

test("treats a name before a bracket as a call, even with space between them", () => {
  expect(pieces("has (a) && true")).toEqual([
    "call has",
    "mark (",
    "word a",
    "mark )",
    "mark &",
    "mark &",
    "literal true",
  ]);
});

test("loses no text, whatever was typed", () => {
  for (const text of ["", '"unfinished', "é → 'ß", "a\n\tb", "1..2", '"a\\"b" "', "@#$%~`"]) {
    const tokens = tokensOf(text);
    expect(tokens.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
    expect(tokens.every(({ start, end }) => end > start)).toBe(true);
  }
});

test("is in a string from after its first quote to its last", () => {
  const text = 'a == "bc"';
  const inside = (caret: number) => isInText(tokensOf(text), caret, text);
  expect([5, 6, 7, 8, 9].map(inside)).toEqual([false, true, true, true, false]);
});

test("stays in a string that is not finished", () => {
  for (const text of ['"', '"ab', "'ab c", `"it'`, '"say \\"']) {
    expect(isInText(tokensOf(text), text.length, text)).toBe(true);
  }
});
