import { expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance } from "./edit-distance.ts";

const far = Number.POSITIVE_INFINITY;

test.each([
  ["", "", 0, 0],
  ["abc", "abc", 0, 0],
  ["abc", "abd", 1, 1],
  ["abc", "acb", 1, 1],
  ["abc", "bca", 2, 2],
  ["temprature", "temperature", 3, 1],
  ["abc", "", 3, 3],
  ["abc", "", 2, far],
  ["abc", "xyz", 2, far],
])("from %p to %p, at most %d: %p", (from, to, most, edits) => {
  expect(editDistance(from, to, most)).toBe(edits);
  expect(editDistance(to, from, most)).toBe(edits);
});

test("gives the same answer when it stops early", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.nat(6), (from, to, most) => {
      const whole = editDistance(from, to, 100);
      expect(editDistance(from, to, most)).toBe(whole <= most ? whole : far);
    }),
    { numRuns: 2000 },
  );
});
