import { expect, test } from "bun:test";
import fc from "fast-check";
import { metadataBytesMax, metadataJson } from "./metadata.ts";
import type { JsonObject } from "./parse-json.ts";

const isReserved = (key: string): boolean => key === "value" || key === "timestamp";

/** An entry with one member that makes its metadata exactly so many bytes long. */
function entryOf(bytes: number, character = "x"): JsonObject {
  const room = bytes - Buffer.byteLength('{"a":""}');
  const size = Buffer.byteLength(character);
  return { value: 1, a: character.repeat(Math.floor(room / size)) + "y".repeat(room % size) };
}

test("is the JSON of all keys but the reserved ones, empty where there are no others", () => {
  expect(metadataJson({ value: 1, timestamp: "x" }, isReserved)).toEqual({ ok: true, json: "" });
  const any = fc.dictionary(
    fc.string({ unit: "binary" }),
    fc.jsonValue({ stringUnit: "binary", maxDepth: 2 }),
  );
  fc.assert(
    fc.property(any, (members) => {
      const entry = JSON.parse(JSON.stringify({ ...members, value: 1 })) as JsonObject;
      const expected = Object.fromEntries(Object.entries(entry).filter(([key]) => !isReserved(key)));
      const metadata = metadataJson(entry, isReserved);
      if (!metadata.ok) {
        expect(Buffer.byteLength(JSON.stringify(expected))).toBeGreaterThan(metadataBytesMax);
      } else {
        expect(metadata.json === "" ? {} : JSON.parse(metadata.json)).toEqual(expected);
      }
    }),
  );
});

test("keeps __proto__ as a plain key", () => {
  const entry = JSON.parse('{"value":1,"__proto__":{"a":1},"constructor":2}') as JsonObject;
  expect(metadataJson(entry, isReserved)).toEqual({
    ok: true,
    json: '{"__proto__":{"a":1},"constructor":2}',
  });
});

test.each(["x", "ö", "☂", "💧", '"'])(
  "takes as many bytes of %s as the limit, and not one more",
  (character) => {
    const escaped = character === '"';
    const entry = (bytes: number): JsonObject =>
      escaped ? { a: '"'.repeat((bytes - 8) / 2) } : entryOf(bytes, character);
    const fitting = metadataJson(entry(metadataBytesMax), isReserved);
    expect(fitting.ok && Buffer.byteLength(fitting.json)).toBe(metadataBytesMax);
    expect(metadataJson(entry(metadataBytesMax + (escaped ? 2 : 1)), isReserved)).toEqual({
      ok: false,
      largestKey: "a",
    });
  },
);

test("names the key that takes most bytes when the whole is too large", () => {
  const long = { value: 1, short: "x", long: "x".repeat(4096), last: "x" };
  expect(metadataJson(long, isReserved)).toEqual({ ok: false, largestKey: "long" });
  const wide = { narrow: "x".repeat(1500), wide: "☂".repeat(1000) };
  expect(metadataJson(wide, isReserved)).toEqual({ ok: false, largestKey: "wide" });
});
