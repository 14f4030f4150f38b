import { expect, test } from "bun:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { patternWeight } from "./pattern-weight.ts";

test.each([
  ["", 20],
  ["^pump-[0-9]+$", 42],
  ["a{40}", 66],
  ["(ab){40}", 192],
  ["\\pL", 124],
  ["[\\pL\\PN]", 229],
  ["(?i)\\pL", 178],
  ["(?i)[a-z]", 30.5],
])("weighs %s as %d", (text, weight) => {
  expect(patternWeight(text)).toBe(weight);
});

test.each([
  ["repetitions in repetitions", "((a{10}){10}){10}"],
  ["repetitions behind a quoted bracket", "\\Q[\\E((a{10}){10}){10}"],
  ["repetitions behind a named class", "[[:alpha:][]((a{10}){10}){10}"],
  ["repetitions behind a bracket that is a member", "[]]((a{10}){10}){10}"],
  ["repetitions of a long text", `(${"a".repeat(90)}){50}`],
  ["many Unicode classes", "\\pL".repeat(20)],
  ["many Unicode classes in one class", `[${"\\pL".repeat(20)}]`],
  ["a wide range that ignores case", "(?i)[b-\u{10ffff}]"],
  ["a wide range in hexadecimal", "(?i)[\\x62-\\x{10ffff}]"],
  ["a wide range in octal", "(?i)[\\142-\\x{10ffff}]"],
  ["a wide range that ignores case in its group", "a(?si:[b-\u{10ffff}])"],
])("weighs %s above the limit", (_, text) => {
  expect(patternWeight(text)).toBeGreaterThan(1000);
});

/** Pieces that are each parsed in their own way, and that can hide what follows from a wrong parser. */
const pieces = [
  "a",
  "ü",
  "😀",
  ".",
  "|",
  "^",
  "$",
  "-",
  "]",
  "}",
  "{",
  "{2}",
  "{3,}",
  "{0,9}",
  "{,2}",
  "*",
  "+",
  "?",
  "??",

  "(",
  ")",
  "(?:",
  "(?i)",
  "(?i:",
  "(?P<n>",
  "(?<n>",
  "(?s-i:",
  "[",
  "[^",
  "[]",
  "[:alpha:]",
  "[[:alpha:]",
  "[:",

  "\\",
  "\\d",
  "\\pL",
  "\\p{Greek}",
  "\\x{61}",
  "\\x61",
  "\\141",
  "\\Q",
  "\\E",
  "\\[",
  "\\(",
  "\\b",
  "a-z",
];

test("compiles no pattern to more instructions than it weighs", () => {
  const pattern = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, (text) => {
      const weight = patternWeight(text);
      fc.pre(weight < 5000);
      const size = sizeOf(text);
      if (size !== null) expect(weight).toBeGreaterThanOrEqual(size);
    }),
    { numRuns: propertyRuns(3000) },
  );
});

function sizeOf(text: string): number | null {
  try {
    return RE2JS.compile(text).programSize();
  } catch {
    return null;
  }
}
