import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../tests/harness/any-character.ts";
import { attachment } from "./content-disposition.ts";

test("keeps a plain name", () => {
  expect(attachment("readings-flow.csv")).toBe('attachment; filename="readings-flow.csv"');
});

test("puts other characters into filename*, and replaces them for old clients", () => {
  expect(attachment("Kühler (2).csv")).toBe(
    "attachment; filename=\"K_hler (2).csv\"; filename*=UTF-8''K%C3%BChler%20%282%29.csv",
  );
});

test.each(['a"; x="b', "a\r\nSet-Cookie: x", "../../etc/passwd", "a\\b", "\ud800", "..."])(
  "lets %j neither end the header nor leave a folder",
  (name) => {
    const header = attachment(name);
    expect(header).toMatch(/^attachment; filename="[^"\\/]*"(; filename\*=UTF-8''[\w%.!#$&+^`|~-]*)?$/);
    expect(header).not.toContain('filename=".');
  },
);

test("writes one line of ASCII for any name", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      expect(attachment(name)).toMatch(/^[\x20-\x7e]+$/);
    }),
  );
});
