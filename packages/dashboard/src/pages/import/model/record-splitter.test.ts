import { expect, test } from "bun:test";
import fc from "fast-check";
import { RecordSplitter, recordCharsMax } from "./record-splitter.ts";

function split(pieces: readonly string[], delimiter: string | null = ",") {
  const splitter = new RecordSplitter(delimiter);
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.push("", true)];
}

test("finds lines with LF and CRLF, skips empty ones, and takes a last line without a line break", () => {
  expect(split(["a,b\r\n1,2\n\n3,4"])).toEqual([
    { line: 1, text: "a,b" },
    { line: 2, text: "1,2" },
    { line: 4, text: "3,4" },
  ]);
});

test("keeps line breaks in quotes, and counts their lines", () => {
  expect(split(['a,"x\ny ""z"""\r\nb'])).toEqual([
    { line: 1, text: 'a,"x\ny ""z"""' },
    { line: 3, text: "b" },
  ]);
  expect(split(['a;"x\ny"\nb'], ";")).toHaveLength(2);
  expect(split(['"say ""hi""\n",1\nb,2'])).toHaveLength(2);
});

test("treats a quote within a field, or in NDJSON, as an ordinary character", () => {
  expect(split(['5" pipe,1\nb,2'])).toHaveLength(2);
  expect(split(['{"a":"\n{"b":1}'], null)).toHaveLength(2);
});

test("gives up only the first line of an unclosed quote", () => {
  const good = "1,2\n".repeat(recordCharsMax / 4);
  const records = split([`a,"never closed\n${good}`]);
  expect(records[0]).toEqual({ line: 1, text: null });
  expect(records).toHaveLength(1 + recordCharsMax / 4);
  expect(split(['a,"never closed\n1,2\n'])).toEqual([
    { line: 1, text: null },
    { line: 2, text: "1,2" },
  ]);
});

test("gives up a line that is too long", () => {
  expect(split(["x".repeat(recordCharsMax), "yz\nb"])).toEqual([
    { line: 1, text: null },
    { line: 2, text: "b" },
  ]);
});

test("finds the same records wherever the text is cut", () => {
  const piece = fc.array(fc.constantFrom("a", '"', '""', ",", "\r", "\n", "\r\n", "ü"), { maxLength: 12 });
  const pieces = fc.array(
    piece.map((chars) => chars.join("")),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(pieces, fc.constantFrom(",", null), (cut, delimiter) => {
      expect(split(cut, delimiter)).toEqual(split([cut.join("")], delimiter));
    }),
  );
});
