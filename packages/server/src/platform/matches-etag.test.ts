import { describe, expect, test } from "bun:test";
import { matchesEtag } from "./matches-etag.ts";

describe("If-None-Match matches", () => {
  test.each([
    ["the same tag", '"a"', '"a"'],
    ["a weak form of a strong tag", 'W/"a"', '"a"'],
    ["a strong form of a weak tag", '"a"', 'W/"a"'],
    ["one tag of a list", '"x", W/"y","a"', '"a"'],
    ["a list with empty places", ' ,"x" ,, "a", ', '"a"'],
    ["a tag with a comma in it", '"x", "a,b"', '"a,b"'],
    ["an empty tag", '""', '""'],
    ["any version", "*", '"a"'],
    ["any version, with blanks around", " * ", '"a"'],
  ])("%s", (_, header, etag) => {
    expect(matchesEtag(header, etag)).toBe(true);
  });
});

describe("If-None-Match does not match", () => {
  test.each([
    ["another tag", '"b"', '"a"'],
    ["a tag in another case", '"A"', '"a"'],
    ["part of a tag with a comma", '"a', '"a"'],
    ["a tag within another", '"x,"a",y"', '"a"'],
    ["a tag without quotes", "a", '"a"'],
    ["a weak mark in lower case", 'w/"a"', '"a"'],
    ["tags without a comma between them", '"b" "a"', '"a"'],
    ["an empty header", "", '"a"'],
    ["a star within a list", '*, "b"', '"a"'],
  ])("%s", (_, header, etag) => {
    expect(matchesEtag(header, etag)).toBe(false);
  });

  test("if it was not sent", () => {
    expect(matchesEtag(null, '"a"')).toBe(false);
  });
});
