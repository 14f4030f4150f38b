import { expect, test } from "bun:test";
import { sampleMetadata } from "./sample-metadata.ts";

const read = (json: string) => sampleMetadata(Buffer.from(json));

test("metadata of samples keep their text, without white space around it", () => {
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

test("the last of two members with the same name counts, as for the parser", () => {
  const json = '{"samples":[{"value":1}],"samples":[{"value":1,"metadata":{"a":1},"metadata":{"a":2}}]}';
  expect(read(json)).toEqual(['{"a":2}']);
});

test("a body without samples has none", () => {
  expect(read('{"last":1}')).toEqual([]);
});
