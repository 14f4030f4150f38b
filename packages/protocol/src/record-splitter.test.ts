import { expect, test } from "bun:test";
import fc from "fast-check";
import { csvFields } from "./csv-fields.ts";
import { csvRecord } from "./csv-record.ts";
import { RecordSplitter, recordBytesMax, startOfFile } from "./record-splitter.ts";

type Format = "csv" | "ndjson";

/** The records as [line, text], with null if one was too long. Every piece gets its own splitter, as after a crash. */
function split(format: Format, pieces: readonly Uint8Array[]): [number, string | null][] {
  const records: [number, string | null][] = [];
  let state: RecordSplitter["state"] = startOfFile;
  const push = (piece: Uint8Array, isEnd: boolean): void => {
    const splitter = new RecordSplitter(format === "csv" ? "," : null, state);
    for (const { line, bytes } of splitter.push(piece, isEnd)) {
      records.push([line, bytes === null ? null : Buffer.from(bytes).toString()]);
    }
    state = splitter.state;
  };
  for (const piece of pieces) push(piece, false);
  push(new Uint8Array(0), true);
  return records;
}

const file = Buffer.from('a,b\r\n1,"x\r\ny ""z"" é"\n\n2,q"uote\n3,"open, and\nnever closed\n4,last');

test("ends records at line breaks outside quotes, and numbers them by their first line", () => {
  expect(split("csv", [file])).toEqual([
    [1, "a,b"],
    [2, '1,"x\r\ny ""z"" é"'],
    [5, '2,q"uote'],
    [6, null],
    [7, "never closed"],
    [8, "4,last"],
  ]);
});

test("gives the same records wherever a file is cut", () => {
  for (const format of ["csv", "ndjson"] as const) {
    const whole = split(format, [file]);
    for (let cut = 0; cut <= file.length; cut++) {
      expect(split(format, [file.subarray(0, cut), file.subarray(cut)])).toEqual(whole);
    }
    expect(
      split(
        format,
        [...file].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  }
});

test("gives the same records for any text in any pieces", () => {
  const text = fc.array(fc.constantFrom('"', ",", "\n", "\r\n", "a", "é"), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 5 }), (parts, cuts) => {
      const bytes = Buffer.from(parts.join(""));
      const bounds = [
        0,
        ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
        bytes.length,
      ];
      const pieces = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
      expect(split("csv", pieces)).toEqual(split("csv", [bytes]));
    }),
    { numRuns: 500 },
  );
});

test("reads back what CSV export writes, whatever is in the fields", () => {
  const field = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom('"', ",", "\n", "\r", " ", "a"), { maxLength: 8 })
      .map((parts) => parts.join("")),
  );
  const record = fc.array(field, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
      const written = Buffer.from(records.map(csvRecord).join(""));
      expect(split("csv", [written]).map(([, text]) => csvFields(text!))).toEqual(records);
    }),
    { numRuns: 500 },
  );
});

test.each(["csv", "ndjson"] as const)("skips only the line of %s that is too long", (format) => {
  const long = "x".repeat(recordBytesMax + 1);
  const bytes = Buffer.from(`one\n${long}\nthree\n${"y".repeat(recordBytesMax)}\n`);
  const expected = [
    [1, "one"],
    [2, null],
    [3, "three"],
    [4, "y".repeat(recordBytesMax)],
  ];
  expect(split(format, [bytes])).toEqual(expected as [number, string | null][]);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, nth) =>
    bytes.subarray(nth * 1000, nth * 1000 + 1000),
  );
  expect(split(format, pieces)).toEqual(expected as [number, string | null][]);
});

test("rejects a record with mismatched quotes", () => {
  expect(['"a', '"a"b', 'a,"b', '"a""'].map((text) => csvFields(text))).toEqual([null, null, null, null]);
  expect(csvFields('a"b,')).toEqual(['a"b', ""]);
});

test("takes a last record that ends in quotes without a line break, and splits by any delimiter", () => {
  expect(split("csv", [Buffer.from('a,"x\ny"')])).toEqual([[1, 'a,"x\ny"']]);
  const splitter = new RecordSplitter(";");
  const texts = [...splitter.push(Buffer.from('a;"x\ny"\nb,"c\nd"\n'))].map(({ bytes }) =>
    String(bytes && Buffer.from(bytes)),
  );
  expect(texts).toEqual(['a;"x\ny"', 'b,"c', 'd"']);
});

test("says how far it has come, so that another splitter can continue after any record", () => {
  const records = split("csv", [file]);
  const splitter = new RecordSplitter(",");
  let taken = 0;
  for (const _ of splitter.push(file, true)) {
    taken++;
    const { lines, bytes } = splitter.passed;
    const rest = new RecordSplitter(",", { ...startOfFile, lines });
    const others = [...rest.push(file.subarray(bytes), true)].map(({ line }) => line);
    expect(others).toEqual(records.slice(taken).map(([line]) => line));
  }
  expect([taken, splitter.passed.bytes]).toEqual([records.length, file.length]);
});
