import { describe, expect, test } from "bun:test";
import type { ChainReading } from "./chain-reading.ts";
import { metadataBytesMax, metadataOf, metadataTextsOf, writeMetadata } from "./reading-metadata.ts";
import { runNode, sampleReading, sampleStart } from "./testing/run-node.ts";

function readingWith(metadata: string): ChainReading {
  return { ...sampleReading({ value: 1 }, sampleStart), metadata };
}

/** Sets these keys and leaves the others. */
function set(reading: ChainReading, keys: Record<string, unknown>): string | null {
  const texts = metadataTextsOf(reading);
  for (const [key, value] of Object.entries(keys)) {
    texts.set(key, { keyText: JSON.stringify(key), valueText: JSON.stringify(value) });
  }
  return writeMetadata(reading, texts);
}

/** An object whose JSON takes this many bytes: {"note":"..."} with `unit` repeated, padded with one-byte letters. */
function metadataOfBytes(bytes: number, unit: string): { note: string } {
  const room = bytes - '{"note":""}'.length;
  const unitBytes = Buffer.byteLength(unit);
  return { note: unit.repeat(Math.floor(room / unitBytes)) + "x".repeat(room % unitBytes) };
}

describe("metadataOf", () => {
  test("gives an empty object for a reading without metadata", () => {
    expect(metadataOf(readingWith(""))).toEqual({});
  });

  test("freezes the empty object, which all readings share", () => {
    expect(() => Object.assign(metadataOf(readingWith("")), { a: 1 })).toThrow(TypeError);
  });

  test("gives each reading its own metadata, whatever came before it", () => {
    const texts = ['{"a":1}', '{"a":2}', "", '{"a":2}', '{"a":1}', '{"b":[1,{"c":null}]}'];
    for (const text of texts) expect(metadataOf(readingWith(text))).toEqual(JSON.parse(text || "{}"));
  });

  test("parses the same text once", () => {
    const first = metadataOf(readingWith('{"room":"cellar"}'));
    expect(metadataOf(readingWith('{"room":"cellar"}'))).toBe(first);
    expect(metadataOf(readingWith(""))).not.toBe(first);
    expect(metadataOf(readingWith('{"room":"cellar"}'))).toBe(first);
  });

  test("treats __proto__ as a plain key that reaches no prototype", () => {
    const metadata = metadataOf(readingWith('{"__proto__":{"admin":true},"constructor":1}'));
    expect(Object.keys(metadata)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect("admin" in metadata).toBe(false);
  });
});

describe("writeMetadata", () => {
  test("reads back what it has written", () => {
    const reading = readingWith('{"a":1}');
    expect(set(reading, { b: "ä" })).toBeNull();
    expect(reading.metadata).toBe('{"a":1,"b":"ä"}');
    expect(metadataOf(reading)).toEqual({ a: 1, b: "ä" });
  });

  test("writes no metadata for an empty object", () => {
    const reading = readingWith('{"a":1}');
    expect(writeMetadata(reading, new Map())).toBeNull();
    expect(reading.metadata).toBe("");
  });

  test("copies __proto__ as a plain key", () => {
    const reading = readingWith('{"__proto__":{"admin":true}}');
    expect(set(reading, { b: 1 })).toBeNull();
    expect(reading.metadata).toBe('{"__proto__":{"admin":true},"b":1}');
  });

  test.each(["a", "ä", "€", "😀"])("counts the limit in bytes of UTF-8: %s", (unit) => {
    const reading = readingWith("");
    expect(set(reading, metadataOfBytes(metadataBytesMax, unit))).toBeNull();
    expect(Buffer.byteLength(reading.metadata)).toBe(metadataBytesMax);

    const before = readingWith('{"a":1}');
    const tooMuch = metadataOfBytes(metadataBytesMax + 1 - '"a":1,'.length, unit);
    expect(set(before, tooMuch)).toBe("The metadata would take 4097 bytes as JSON; the limit is 4096.");
    expect(before.metadata).toBe('{"a":1}');
  });

  test("escapes half a surrogate pair and counts it escaped", () => {
    const reading = readingWith("");
    expect(set(reading, { note: "\ud83d" })).toBeNull();
    expect(reading.metadata).toBe('{"note":"\\ud83d"}');
    const many = { note: "\ud83d".repeat(700) };
    expect(set(reading, many)).toBe("The metadata would take 4211 bytes as JSON; the limit is 4096.");
  });
});

describe("keys that a node leaves alone keep their text to the letter", () => {
  const exact = String.raw`"n":12345678901234567890,"z":[-0,1e400,9007199254740993,1.50],"10":"\u00fc","\u0061b":{"x":1E2}`;
  test.each([
    ["set-metadata", { rows: [{ key: "new", value: "x" }] }, `{"old":1,${exact},"new":"x"}`],
    ["set-metadata", { rows: [{ key: "old", value: "x" }] }, `{"old":"x",${exact}}`],
    ["rename-metadata", { rows: [{ from: "old", to: "new" }] }, `{${exact},"new":1}`],
    ["drop-metadata", { rows: [{ key: "old" }] }, `{${exact}}`],
    ["drop-metadata", { rows: [{ key: "missing" }] }, `{"old":1,${exact}}`],
  ])("%s %j", (type, config, expected) => {
    const [result] = runNode(type, config, [{ value: 1, metadataText: `{"old":1,${exact}}` }]);
    expect(result!.metadataText).toBe(expected);
  });

  test("keeps the value of a renamed key", () => {
    const rows = [{ from: "ab", to: "new" }];
    const [result] = runNode("rename-metadata", { rows }, [{ value: 1, metadataText: `{${exact}}` }]);
    expect(result!.metadataText).toEndWith(',"new":{"x":1E2}}');
  });
});
