import { describe, expect, test } from "bun:test";
import type { ChainReading } from "./chain-reading.ts";
import { metadataBytesMax, metadataOf, writeMetadata } from "./reading-metadata.ts";
import { sampleReading, sampleStart } from "./testing/run-node.ts";

function readingWith(metadata: string): ChainReading {
  return { ...sampleReading({ value: 1 }, sampleStart), metadata };
}

/** An object whose JSON takes this many bytes: {"note":"..."} with `unit` repeated, and filled up with one-byte letters. */
function metadataOfBytes(bytes: number, unit: string): { note: string } {
  const room = bytes - '{"note":""}'.length;
  const unitBytes = Buffer.byteLength(unit);
  return { note: unit.repeat(Math.floor(room / unitBytes)) + "x".repeat(room % unitBytes) };
}

describe("metadataOf", () => {
  test("a reading without metadata has an empty object", () => {
    expect(metadataOf(readingWith(""))).toEqual({});
  });

  test("the empty object cannot be changed by mistake, for all readings share it", () => {
    expect(() => Object.assign(metadataOf(readingWith("")), { a: 1 })).toThrow(TypeError);
  });

  test("each reading has its own metadata, whatever came before it", () => {
    const texts = ['{"a":1}', '{"a":2}', "", '{"a":2}', '{"a":1}', '{"b":[1,{"c":null}]}'];
    for (const text of texts) expect(metadataOf(readingWith(text))).toEqual(JSON.parse(text || "{}"));
  });

  test("the same text is parsed once", () => {
    const first = metadataOf(readingWith('{"room":"cellar"}'));
    expect(metadataOf(readingWith('{"room":"cellar"}'))).toBe(first);
    expect(metadataOf(readingWith(""))).not.toBe(first);
    expect(metadataOf(readingWith('{"room":"cellar"}'))).toBe(first);
  });

  test("__proto__ is a plain key and reaches no prototype", () => {
    const metadata = metadataOf(readingWith('{"__proto__":{"admin":true},"constructor":1}'));
    expect(Object.keys(metadata)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect("admin" in metadata).toBe(false);
  });
});

describe("writeMetadata", () => {
  test("what is written is read back", () => {
    const reading = readingWith('{"a":1}');
    expect(writeMetadata(reading, { ...metadataOf(reading), b: "ä" })).toBeNull();
    expect(reading.metadata).toBe('{"a":1,"b":"ä"}');
    expect(metadataOf(reading)).toEqual({ a: 1, b: "ä" });
  });

  test("an empty object is no metadata", () => {
    const reading = readingWith('{"a":1}');
    expect(writeMetadata(reading, {})).toBeNull();
    expect(reading.metadata).toBe("");
  });

  test("__proto__ goes through a copy as a plain key", () => {
    const reading = readingWith('{"__proto__":{"admin":true}}');
    expect(writeMetadata(reading, { ...metadataOf(reading), b: 1 })).toBeNull();
    expect(reading.metadata).toBe('{"__proto__":{"admin":true},"b":1}');
  });

  test.each(["a", "ä", "€", "😀"])("the limit counts bytes of UTF-8: %s", (unit) => {
    const reading = readingWith("");
    expect(writeMetadata(reading, metadataOfBytes(metadataBytesMax, unit))).toBeNull();
    expect(Buffer.byteLength(reading.metadata)).toBe(metadataBytesMax);

    const before = readingWith('{"a":1}');
    expect(writeMetadata(before, metadataOfBytes(metadataBytesMax + 1, unit))).toBe(
      "The metadata would take 4097 bytes as JSON; at most 4096 are kept.",
    );
    expect(before.metadata).toBe('{"a":1}');
  });

  test("half a surrogate pair is escaped and counted as that", () => {
    const reading = readingWith("");
    expect(writeMetadata(reading, { note: "\ud83d" })).toBeNull();
    expect(reading.metadata).toBe('{"note":"\\ud83d"}');
    const many = { note: "\ud83d".repeat(700) };
    expect(writeMetadata(reading, many)).toBe(
      "The metadata would take 4211 bytes as JSON; at most 4096 are kept.",
    );
  });
});
