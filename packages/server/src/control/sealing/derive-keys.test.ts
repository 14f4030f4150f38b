import { expect, test } from "bun:test";
import { deriveKeys } from "./derive-keys.ts";
import { givenTokenKey } from "./token-key.ts";

const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test("derives the same key on every node, and another one for each purpose and token key", () => {
  const [derived] = deriveKeys(givenTokenKey(one), "a purpose");
  expect(deriveKeys(givenTokenKey(one.slice()), "a purpose")).toEqual([derived!]);
  const others = [
    ...deriveKeys(givenTokenKey(one), "another"),
    ...deriveKeys(givenTokenKey(other), "a purpose"),
  ];
  for (const key of [...others, one]) expect(key).not.toEqual(derived!);
  expect(derived).toHaveLength(32);
});

test("derives from the previous key too while it is replaced, after the current one", () => {
  expect(deriveKeys(givenTokenKey(other, one), "a purpose")).toEqual([
    ...deriveKeys(givenTokenKey(other), "a purpose"),
    ...deriveKeys(givenTokenKey(one), "a purpose"),
  ]);
});
