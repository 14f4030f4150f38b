import { expect, test } from "bun:test";
import { sampleMetadata } from "./sample-metadata.ts";

const read = (json: string) => sampleMetadata(Buffer.from(json));

test("keeps the text of a sample's metadata, without surrounding white space", () => {
  const json = ` { "samples" : [
    { "metadata": {"n": 12345678901234567890, "big":1e400, "zero":-0, "text": "a ] } \\" b"}, "value": 1 },
    { "value": 2 },
    { "value": 3, "metadata": {} }
  ], "definition": {"samples": []} }`;
  expect(read(json)).toEqual([
    '{"n":12345678901234567890,"big":1e400,"zero":-0,"text":"a ] } \\" b"}',
    "",
    "{}",
  ]);
});

test("uses the last of two members with the same name, as the parser does", () => {
  const json = '{"samples":[{"value":1}],"samples":[{"value":1,"metadata":{"a":1},"metadata":{"a":2}}]}';
  expect(read(json)).toEqual(['{"a":2}']);
});

test("finds no samples in a body without any", () => {
  expect(read('{"last":1}')).toEqual([]);
});
