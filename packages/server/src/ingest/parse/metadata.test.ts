import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { metadataBytesMax, metadataJson } from "./metadata.ts";
import type { JsonObject } from "./parse-json.ts";

const isReserved = (key: string): boolean => key === "value" || key === "timestamp";

type Found = { ok: true; json: string } | { ok: false; largestKey: string };

/** Returns the metadata of an entry sent as this text. */
function ofText(text: string): Found {
  const entry = JSON.parse(text) as JsonObject;
  const metadataKeys = Object.keys(entry).filter((key) => !isReserved(key)).length;
  const metadata = metadataJson({ text: `[${text} ,`, start: 1, metadataKeys }, isReserved);
  const alone = metadataJson({ text, start: 0, metadataKeys }, isReserved);
  if (!metadata.ok) return alone as Found;
  expect(alone).toEqual({ ...metadata, end: text.length });
  expect(metadata.end).toBe(text.length + 1);
  return { ok: true, json: metadata.json };
}

function of(entry: JsonObject): Found {
  return ofText(JSON.stringify(entry));
}

/** An entry with one member whose metadata is exactly this many bytes long. */
function entryOf(bytes: number, character = "x"): JsonObject {
  const room = bytes - Buffer.byteLength('{"a":""}');
  const size = Buffer.byteLength(character);
  return { value: 1, a: character.repeat(Math.floor(room / size)) + "y".repeat(room % size) };
}

test("is the JSON of all keys except the reserved ones, and empty if there are no others", () => {
  expect(of({ value: 1, timestamp: "x" })).toEqual({ ok: true, json: "" });
  const any = fc.dictionary(
    fc.string({ unit: anyCharacter }),
    fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 2 }),
  );
  fc.assert(
    fc.property(any, (members) => {
      const entry = JSON.parse(JSON.stringify({ ...members, value: 1 })) as JsonObject;
      const expected = Object.fromEntries(Object.entries(entry).filter(([key]) => !isReserved(key)));
      const metadata = of(entry);
      if (!metadata.ok) {
        expect(Buffer.byteLength(JSON.stringify(expected))).toBeGreaterThan(metadataBytesMax);
      } else {
        expect(metadata.json === "" ? {} : JSON.parse(metadata.json)).toEqual(expected);
      }
    }),
  );
});

test("keeps __proto__ as a plain key", () => {
  expect(ofText('{"value":1,"__proto__":{"a":1},"constructor":2}')).toEqual({
    ok: true,
    json: '{"__proto__":{"a":1},"constructor":2}',
  });
});

test.each(["x", "ö", "☂", "💧", '"'])(
  "accepts as many bytes of %s as the limit, and not one more",
  (character) => {
    const escaped = character === '"';
    const entry = (bytes: number): JsonObject =>
      escaped ? { a: '"'.repeat((bytes - 8) / 2) } : entryOf(bytes, character);
    const fitting = of(entry(metadataBytesMax));
    expect(fitting.ok && Buffer.byteLength(fitting.json)).toBe(metadataBytesMax);
    expect(of(entry(metadataBytesMax + (escaped ? 2 : 1)))).toEqual({
      ok: false,
      largestKey: "a",
    });
  },
);

test("names the largest key when the whole is too large", () => {
  const long = { value: 1, short: "x", long: "x".repeat(4096), last: "x" };
  expect(of(long)).toEqual({ ok: false, largestKey: "long" });
  const wide = { narrow: "x".repeat(1500), wide: "☂".repeat(1000) };
  expect(of(wide)).toEqual({ ok: false, largestKey: "wide" });
});

test("keeps keys and values as they were sent, without the white space between them", () => {
  const numbers =
    '"a":12345678901234567890,"b":9007199254740993,"c":-0,"d":1e400,"e":1.50,"f":[1E2,{"g":-0.0}]';
  expect(ofText(`{"value":1,${numbers}}`)).toEqual({ ok: true, json: `{${numbers}}` });
  const spaced = ' { "b" : [ 1.0 , " x " ] ,\r\n\t"value" : 1 , "1" : "\\u00fc" , "\\u0061":null } '.trim();
  expect(ofText(spaced)).toEqual({ ok: true, json: '{"b":[1.0," x "],"1":"\\u00fc","\\u0061":null}' });
});

test("is the same wherever metadata, reserved keys and white space stand", () => {
  const space = fc.constantFrom("", "", " ", "\n");
  const member = fc.tuple(
    fc.constantFrom("value", "timestamp", "a", "b", "c", "d"),
    fc.constantFrom("1.0", '" x "', "[1, 2]", '{"k":[ ]}', "[1,-0]", "null"),
    space,
    space,
    space,
    space,
  );
  const entry = fc.uniqueArray(member, { selector: ([key]) => key, maxLength: 6 });
  fc.assert(
    fc.property(entry, (members) => {
      const text = members.map(([key, value, w, x, y, z]) => `${w}"${key}"${x}:${y}${value}${z}`).join();
      const expected = members
        .filter(([key]) => !isReserved(key))
        .map(([key, value]) => `"${key}":${value.startsWith('"') ? value : value.replaceAll(" ", "")}`);
      const json = expected.length === 0 ? "" : `{${expected.join()}}`;
      expect(ofText(`{${text}}`)).toEqual({ ok: true, json });
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test("uses the last of a repeated key in any spelling, and recognises reserved keys in any spelling", () => {
  expect(ofText('{"a":1,"b":2,"\\u0061":3.0,"v\\u0061lue":1}')).toEqual({
    ok: true,
    json: '{"\\u0061":3.0,"b":2}',
  });
  const many = Array.from({ length: 20_000 }, (_, n) => `"a":${n}`).join();
  expect(ofText(`{${many}}`)).toEqual({ ok: true, json: '{"a":19999}' });
});
