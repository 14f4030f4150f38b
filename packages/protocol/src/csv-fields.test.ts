import { expect, test } from "bun:test";
import { csvFields } from "./csv-fields.ts";

test("splits by any delimiter, and removes quotes", () => {
  expect(csvFields("a,b,,c", ",")).toEqual(["a", "b", "", "c"]);
  expect(csvFields('"a;b";21,5;"say ""hi"""', ";")).toEqual(["a;b", "21,5", 'say "hi"']);
  expect(csvFields('"a",', ",")).toEqual(["a", ""]);
  expect(csvFields('5" pipe,"x"', ",")).toEqual(['5" pipe', "x"]);
});

test("refuses quotes that do not match", () => {
  expect(csvFields('"a,b', ",")).toBeNull();
  expect(csvFields('"a"b,c', ",")).toBeNull();
});

test("keeps white space at the ends of a field only in quotes", () => {
  expect(csvFields(" a , b", ",")).toEqual(["a", "b"]);
  expect(csvFields(' a ," b ","\tc\n", d ', ",")).toEqual(["a", " b ", "\tc\n", "d"]);
});
