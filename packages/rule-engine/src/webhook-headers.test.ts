import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../tests/harness/any-character.ts";
import { headerBytes, headerValue } from "./webhook-headers.ts";

test.each([
  ["", ""],
  ["plain text ~!%41", "plain text ~!%41"],
  ["a\tb", "a%09b"],
  ["\r\n\0", "%0D%0A%00"],
  ["°C", "%C2%B0C"],
  ["a€b", "a%E2%82%ACb"],
  ["😀", "%F0%9F%98%80"],
  ["\u007f", "%7F"],
])("sends %j as %s", (text, value) => {
  expect(headerValue(text)).toBe(value);
});

test("turns any well-formed text into printable ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(headerValue(text)).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
});

test("counts bytes as they are in the request", () => {
  expect(headerBytes({})).toBe(0);
  expect(headerBytes({ A: "b", "X-Y": "" })).toBe("A: b\r\nX-Y: \r\n".length);
});
