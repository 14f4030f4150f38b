import { expect, test } from "bun:test";
import { endOfValue } from "@weir/rule-engine/json-text";
import fc from "fast-check";
import { anyCharacter } from "../../../../../tests/harness/any-character.ts";
import { EntryTexts } from "./entry-texts.ts";

const texts = new EntryTexts();

function entriesOf(text: string, rows: readonly number[]): unknown[] {
  texts.begin(text);
  return rows.map((row) => {
    const start = texts.startOf(row);
    return JSON.parse(text.slice(start, endOfValue(text, start)));
  });
}

test("finds each entry of a list, even if others are skipped", () => {
  const entry = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 3 });
  const list = fc.array(entry, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(list, fc.constantFrom("", " ", "\n\t"), fc.func(fc.boolean()), (data, indent, isAsked) => {
      const text = JSON.stringify({ before: [{ data: 1 }], data, after: "]" }, null, indent);
      const rows = data.map((_, row) => row).filter((row) => isAsked(row));
      expect(entriesOf(text, rows)).toEqual(rows.map((row) => JSON.parse(JSON.stringify(data[row]))));
    }),
  );
});

test("uses data itself if it is one reading, and the last of several", () => {
  expect(entriesOf(' {"data": {"value": 1}}', [0])).toEqual([{ value: 1 }]);
  expect(entriesOf('{"x":["data"],"data":[1,2]}', [1])).toEqual([2]);
  expect(entriesOf('{"data":[1,2],"d\\u0061ta":[3,4],"x":0}', [1])).toEqual([4]);
});
