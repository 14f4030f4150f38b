import { expect, test } from "bun:test";
import { fail } from "@weir/protocol/result";
import type { PatternResult } from "./pattern.ts";
import { PatternCache } from "./pattern-cache.ts";

function counting() {
  const compiled: string[] = [];
  const compile = (text: string): PatternResult => {
    compiled.push(text);
    return fail(text);
  };
  return { compiled, compile };
}

test("compiles a pattern once, even one that is refused", () => {
  const { compiled, compile } = counting();
  const cache = new PatternCache();
  const first = cache.get("(", compile);
  expect(cache.get("(", compile)).toBe(first);
  expect(compiled).toEqual(["("]);
});

test("evicts the pattern that was unused for longest, and never exceeds its limit", () => {
  const { compiled, compile } = counting();
  const cache = new PatternCache(3);
  for (const text of ["a", "b", "c", "a", "d"]) cache.get(text, compile);
  expect(cache.size).toBe(3);
  compiled.length = 0;
  for (const text of ["a", "c", "d"]) cache.get(text, compile);
  expect(compiled).toEqual([]);
  cache.get("b", compile);
  expect(compiled).toEqual(["b"]);
});

test("stays within its limit, whatever is requested", () => {
  const { compile } = counting();
  const cache = new PatternCache();
  for (let index = 0; index < 2000; index++) cache.get(`a${index}`, compile);
  expect(cache.size).toBe(500);
});
