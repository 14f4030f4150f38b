import { expect, test } from "bun:test";
import { compilePattern } from "./pattern.ts";

test.each([
  ["^a.c$", "abc", true],
  ["^a.c$", "xabc", false],
  ["b", "abc", true],
  ["(?i)ABC", "xabcx", true],
  ["^\\p{Lu}", "Ära", true],
  ["^.$", "😀", true],
  ["^(a+)+$", `${"a".repeat(1_000)}b`, false],
  ["\\bpump\\b", "a pump here", true],
  ["", "", true],
  ["x{0,40}y", "xxy", true],
])("%s on %s: %p", (text, subject, found) => {
  const result = compilePattern(text);
  expect(result.ok && result.value.test(subject)).toBe(found);
});

test("matches a text with half a surrogate pair like any other", () => {
  const result = compilePattern("^.b.$");
  expect(result.ok && result.value.test("\ud800b\udc00")).toBe(true);
});

test.each([
  ["(", "not valid"],
  ["a**", "not valid"],
  ["[z-a]", "not valid"],
  ["(?<=a)b", "not valid"],
  ["(a)\\1", "not valid"],
  ["a{101}", "more than 100 times"],
  ["a{1,101}", "more than 100 times"],
  ["a{99999999999999999999}", "more than 100 times"],
  ["(a{40}){4}", "too large"],
  ["a".repeat(201), "longer than 200 characters"],
])("refuses %s", (text, problem) => {
  expect(compilePattern(text)).toEqual({ ok: false, error: expect.stringContaining(problem) });
});
