import { expect, test } from "bun:test";
import { readUuid, readUuidText, uuidText } from "./uuid-words.ts";

const uuid = "0f1e2d3c-4b5a-4978-8a9b-acbdcedff0e1";
const words = new Uint32Array(4);

test("writes a UUID back as the same text", () => {
  for (const text of [uuid, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]) {
    expect(readUuidText(text, words)).toBe(true);
    expect(uuidText(words, 0)).toBe(text);
  }
});

test("reads a UUID from the middle of bytes", () => {
  expect(readUuid(Buffer.from(`/${uuid}/`), 1, words)).toBe(true);
  expect(uuidText(words, 0)).toBe(uuid);
});

test("refuses a text that differs from a UUID in one character", () => {
  for (let at = 0; at < uuid.length; at++) {
    for (const other of ["g", "/", ":", "A", "`", "é", "\u0161", "\u012d"]) {
      expect(readUuidText(uuid.slice(0, at) + other + uuid.slice(at + 1), words)).toBe(false);
    }
    expect(readUuidText(uuid.slice(0, at) + (uuid[at] === "-" ? "0" : "-") + uuid.slice(at + 1), words)).toBe(
      false,
    );
  }
});

test("refuses a shorter or longer text, and bytes that end too early", () => {
  expect(readUuidText(uuid.slice(1), words)).toBe(false);
  expect(readUuidText(`${uuid}0`, words)).toBe(false);
  expect(readUuid(Buffer.from(uuid), 1, words)).toBe(false);
});
