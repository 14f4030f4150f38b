import { expect, test } from "bun:test";
import { replaceEqualDeep } from "@tanstack/react-query";
import { parseAnswer, withDoubles } from "./parse-answer.ts";

const metadata = '{"a":12345678901234567890,"b":[9007199254740993,-0,1e400,{"c":1.50}],"d":1.5,"e":"x"}';

test("writes metadata again exactly as it was sent", () => {
  const answer = parseAnswer(`{"value":21.5,"metadata":${metadata}}`) as { value: number; metadata: object };
  expect(answer.value).toBe(21.5);
  expect(JSON.stringify(answer.metadata)).toBe(metadata);
});

test("writes a rejected reading again exactly as it was sent", () => {
  const answer = parseAnswer(`{"items":[{"id":7,"entry":${metadata}}]}`) as {
    items: { id: number; entry: object }[];
  };
  expect(answer.items[0]!.id).toBe(7);
  expect(JSON.stringify(answer.items[0]!.entry)).toBe(metadata);
});

test("keeps metadata exact in the query cache, which reuses unchanged parts of the previous answer", () => {
  const answerOf = (text: string) => parseAnswer(`{"metadata":${text}}`);
  const kept = replaceEqualDeep(answerOf('{"a":1e400,"d":1.5}'), answerOf(metadata));
  expect(JSON.stringify(kept)).toBe(`{"metadata":${metadata}}`);
});

test("gives plain numbers to code that calculates with metadata", () => {
  const answer = parseAnswer(`{"metadata":${metadata}}`) as { metadata: unknown };
  expect(withDoubles(answer.metadata)).toEqual({
    a: 12345678901234567000,
    b: [9007199254740992, -0, Infinity, { c: 1.5 }],
    d: 1.5,
    e: "x",
  });
});

test("parses other answers as plain JSON", () => {
  expect(parseAnswer('{"at":12345678901234567890,"metadata":null}')).toEqual({
    at: 12345678901234567000,
    metadata: null,
  });
});
