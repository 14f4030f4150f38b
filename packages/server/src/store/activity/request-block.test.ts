import { expect, test } from "bun:test";
import { linesOfBlock, packPart } from "./request-block.ts";

test("reads the requests of a block back, whatever number of parts it has", () => {
  const requests = ['["a"]', '["Küche \\"🌡\\"\\n"]', "[]"].map((line, nth) => ({
    arrivalMs: 1e12 + nth / 8,
    line,
  }));
  const parts = [requests.slice(0, 2), requests.slice(2)];
  expect(linesOfBlock(packPart(requests))).toEqual(requests);
  expect(linesOfBlock(Buffer.concat(parts.map(packPart)))).toEqual(requests);
  expect(linesOfBlock(new Uint8Array())).toEqual([]);
});

test("keeps the form in which blocks are stored", () => {
  const part = packPart([
    { arrivalMs: 1.5, line: "[1]" },
    { arrivalMs: 2, line: "[2]" },
  ]);
  expect(Buffer.from(part).toString("hex")).toBe(
    `0200000007000000${"000000000000f83f"}${"0000000000000040"}${Buffer.from("[1]\n[2]").toString("hex")}`,
  );
});
