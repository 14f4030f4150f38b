import { expect, test } from "bun:test";
import { preferredHandling } from "./prefer.ts";

test.each([
  ["handling=lenient", "lenient"],
  ["handling=strict", "strict"],
  ["Handling = Lenient", "lenient"],
  ['handling="lenient"', "lenient"],
  ["handling=lenient; foo=bar", "lenient"],
  ["respond-async, handling=lenient, wait=10", "lenient"],
  ["handling=strict, handling=lenient", "strict"],
] as const)("%p states %s handling", (prefer, handling) => {
  expect(preferredHandling(prefer)).toBe(handling);
});

test.each([
  null,
  "",
  "handling",
  "handling=",
  "handling=eager",
  "handling=eager, handling=lenient",
  "lenient",
  "x-handling=lenient",
  "wait=handling=lenient",
  "respond-async; handling=lenient",
  'note="a, handling=lenient"',
  'note="a; b, handling=lenient, c"',
])("finds no preference in %p", (prefer) => {
  expect(preferredHandling(prefer)).toBeNull();
});
