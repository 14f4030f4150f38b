import { expect, test } from "bun:test";
import { readColumns, writeColumns } from "./list-columns.ts";

test("writes chosen and hidden columns as one text, and reads them back", () => {
  const columns = { slugs: ["temperature", "-odd_slug"], hidden: new Set(["battery", "group"] as const) };
  expect(writeColumns(columns)).toBe("temperature,-odd_slug,!battery,!group");
  expect(readColumns(writeColumns(columns))).toEqual(columns);
  expect(readColumns("")).toEqual({ slugs: [], hidden: new Set() });
});

test("takes at most four columns of values, each once, and ignores unknown standard columns", () => {
  const { slugs, hidden } = readColumns("a,b,a,c,d,e,!name,!rate");
  expect([slugs, [...hidden]]).toEqual([["a", "b", "c", "d"], ["rate"]]);
});
