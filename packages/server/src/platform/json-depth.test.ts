import { expect, test } from "bun:test";
import { isNestedDeeperThan } from "./json-depth.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["1", 0, false],
  [nested(3), 3, false],
  [nested(4), 3, true],
  ['{"a":[{"b":[]}]}', 4, false],
  ['{"a":[{"b":[]}]}', 3, true],
  ["[[],[],[],[[]]]", 3, false],
  ['["[[[[","\\\\",[]]', 2, false],
  ['["\\"[[[[",[]]', 2, false],
  ['["\\\\",[[]]]', 2, true],
  ["[[[", 2, true],
  ['"[[[', 2, false],
])("%s within %d: %p", (json, max, isDeeper) => {
  expect(isNestedDeeperThan(Buffer.from(json), max)).toBe(isDeeper);
});

test("ends at the first part that is too deep, however long the rest", () => {
  expect(isNestedDeeperThan(Buffer.from(nested(1_000_000)), 64)).toBeTrue();
});
