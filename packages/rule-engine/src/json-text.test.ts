import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../tests/harness/any-character.ts";
import { compactJson, endOfValue, jsonMembers, skipSpace, startOfFirst, startOfNext } from "./json-text.ts";

const anyJson = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 });
/** Written with white space, and without. */
const anyText = fc
  .tuple(anyJson, fc.constantFrom("", " ", "\n\t", "  "))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

test("finds the end of a value, whatever follows", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(",", "]", "}", " ,", "\n]"), (text, behind) => {
      expect(endOfValue(text + behind, 0)).toBe(text.length);
    }),
  );
  expect(endOfValue("-12.5e+3", 0)).toBe(8);
});

test("writes the same as JSON.stringify without white space", () => {
  fc.assert(
    fc.property(anyJson, fc.constantFrom("", " ", "\n\t"), (value, indent) => {
      expect(compactJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value));
    }),
  );
  expect(compactJson(' { "a b" : [ 1 , "\\" , \\\\" ] }\r\n')).toBe('{"a b":[1,"\\" , \\\\"]}');
});

test("keeps numbers, escapes and order as written, and the last value of a repeated key", () => {
  const text =
    '{ "n" : true, "\\u006e" : 12345678901234567890, "e":1E400, "10":-0, "9": [ 9007199254740993 ], "\\u0061":"\\u00fc" }';
  expect([...jsonMembers(text).values()]).toEqual([
    { key: "n", keyText: '"\\u006e"', valueText: "12345678901234567890" },
    { key: "e", keyText: '"e"', valueText: "1E400" },
    { key: "10", keyText: '"10"', valueText: "-0" },
    { key: "9", keyText: '"9"', valueText: "[9007199254740993]" },
    { key: "a", keyText: '"\\u0061"', valueText: '"\\u00fc"' },
  ]);
  expect(jsonMembers("{ }").size).toBe(0);
});

test("walks text that is not JSON to its end", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ a1') }), (text) => {
      expect(endOfValue(text, 0)).toBeLessThanOrEqual(text.length);
      compactJson(text);
    }),
  );
});

test("splits an object into members that make up the object again", () => {
  const object = fc.dictionary(fc.string({ unit: anyCharacter }), anyJson);
  fc.assert(
    fc.property(object, fc.constantFrom("", " ", "\n"), (value, indent) => {
      const members = [...jsonMembers(JSON.stringify(value, null, indent)).values()];
      expect(`{${members.map(({ keyText, valueText }) => `${keyText}:${valueText}`).join()}}`).toBe(
        JSON.stringify(value),
      );
      expect(members.map(({ key }) => key)).toEqual(Object.keys(JSON.parse(JSON.stringify(value))));
    }),
  );
});

describe("items of an array", () => {
  const itemsOf = (text: string): string[] => {
    const items: string[] = [];
    for (let at = startOfFirst(text, skipSpace(text, 0)); at !== null; ) {
      const end = endOfValue(text, at);
      items.push(text.slice(at, end));
      at = startOfNext(text, end);
    }
    return items;
  };

  test("are found one after another", () => {
    fc.assert(
      fc.property(fc.array(anyJson), fc.constantFrom("", " ", "\n"), (value, indent) => {
        const items = itemsOf(JSON.stringify(value, null, indent));
        expect(items.map((item) => compactJson(item))).toEqual(value.map((item) => JSON.stringify(item)));
      }),
    );
  });

  test("are skipped however deep they are", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(itemsOf(`[1, ${deep}, 2]`)).toEqual(["1", deep, "2"]);
  });
});
