import { expect, test } from "bun:test";
import { readExportedFile } from "./exported-file.ts";

const board = { format: "weir-board", what: "board" };

test("reads an exported file, and says what is wrong with another", () => {
  const file = { format: "weir-board", name: "Hall", definition: {} };
  expect(readExportedFile(JSON.stringify(file), board)).toEqual({ ok: true, value: file });
  const errorOf = (text: string) => {
    const read = readExportedFile(text, board);
    return read.ok ? null : read.error;
  };
  expect(errorOf("{")).toStartWith("This file isn’t JSON.");
  for (const other of ["null", "[]", "3", '{"format":"weir-chain","name":"A"}', '{"format":"weir-board"}'])
    expect([other, errorOf(other)]).toEqual([
      other,
      "This file isn’t an exported board. Choose a file that was exported from a board.",
    ]);
});
