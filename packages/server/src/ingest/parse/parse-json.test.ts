import { describe, expect, test } from "bun:test";
import { isDeeperThan, parseJson } from "./parse-json.ts";

function parse(text: string): ReturnType<typeof parseJson> {
  return parseJson(new TextEncoder().encode(text));
}

function problemOf(bytes: Uint8Array): string {
  const result = parseJson(bytes);
  return result.ok ? "none" : result.problem;
}

describe("the body", () => {
  test("is a JSON object, with any characters in it", () => {
    const text = '{"a":"größer ☂ 💧 \\ud83d","b":[1]}';
    expect(parse(text)).toEqual({
      ok: true,
      text,
      body: { a: "größer ☂ 💧 \ud83d", b: [1] },
    });
  });

  test.each([
    ["an overlong encoding", [0x7b, 0xc0, 0xaf, 0x7d]],
    ["a lone surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a character cut short", [0x7b, 0x22, 0xe2, 0x98]],
    ["Latin-1", [0x7b, 0x22, 0xfc, 0x22, 0x3a, 0x31, 0x7d]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])("must be UTF-8, which %s is not", (_what, bytes) => {
    expect(problemOf(new Uint8Array(bytes))).toBe("The body must be UTF-8.");
  });

  test.each(["", " ", "{", '{"a":1,}', "{'a':1}", '{"a":NaN}', '{"a":01}', '{"a":1} x', "nul", '{"a":"\n"}'])(
    "must be JSON, which %p is not",
    (text) => {
      expect(problemOf(new TextEncoder().encode(text))).toBe("The body must be valid JSON.");
    },
  );

  test.each(["[]", "null", "1", '"text"', "true", '[{"data":{}}]'])(
    "must be an object, which %s is not",
    (text) => {
      expect(problemOf(new TextEncoder().encode(text))).toBe("The body must be a JSON object.");
    },
  );

  test("treats __proto__ and constructor as plain keys, and uses the last of a repeated key", () => {
    const result = parse('{"__proto__":{"polluted":true},"constructor":1,"a":1,"a":2}');
    if (!result.ok) throw new Error(result.problem);
    expect(Object.keys(result.body)).toEqual(["__proto__", "constructor", "a"]);
    expect(result.body.a).toBe(2);
    expect("polluted" in {}).toBeFalse();
    expect(Object.getPrototypeOf(result.body)).toBe(Object.prototype);
  });

  test("is answered at absurd depths, whatever the parser does", () => {
    for (const text of ["[".repeat(1_000_000), `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`]) {
      const result = parse(text);
      if (result.ok) expect(isDeeperThan(result.body, 32)).toBeTrue();
      else expect(result.problem).toBe("The body must be valid JSON.");
    }
  });
});

test("counts levels of objects and arrays in every branch as depth", () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) };
  for (const levels of [0, 1, 2, 31, 32, 33]) {
    expect(isDeeperThan(nested(levels), levels)).toBeFalse();
    if (levels > 0) expect(isDeeperThan(nested(levels), levels - 1)).toBeTrue();
  }
  expect(isDeeperThan([1, { a: [], b: { c: [[]] } }], 4)).toBeTrue();
  expect(isDeeperThan([1, { a: [], b: { c: [[]] } }], 5)).toBeFalse();
  expect(isDeeperThan(null, 0)).toBeFalse();
  expect(isDeeperThan(JSON.parse('{"__proto__":{"a":{}}}'), 2)).toBeTrue();
});
