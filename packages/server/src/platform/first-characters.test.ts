import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../tests/harness/any-character.ts";
import { firstCharacters } from "./first-characters.ts";

test("keeps whole characters, as many as asked for", () => {
  expect(firstCharacters("weir", 4)).toBe("weir");
  expect(firstCharacters("weir", 3)).toBe("wei");
  expect(firstCharacters("💧💧💧", 2)).toBe("💧💧");
  expect(firstCharacters("a💧b", 2)).toBe("a💧");
  const text = fc.string({ unit: anyCharacter, maxLength: 20 });
  fc.assert(
    fc.property(text, fc.nat({ max: 20 }), (any, max) => {
      expect(firstCharacters(any, max)).toBe([...any].slice(0, max).join(""));
    }),
  );
});
