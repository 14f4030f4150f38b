import { expect, test } from "bun:test";
import { readTypedNumber } from "./typed-number.ts";

const read = (typed: string) => {
  const number = readTypedNumber(typed);
  if (number.kind === "number") return number.value;
  return number.kind === "nothing" ? null : number.problem;
};

test.each([
  ["7", 7],
  [" -5 ", -5],
  ["−5", -5],
  ["+3", 3],
  ["07", 7],
  ["1.", 1],
  [".5", 0.5],
  ["1.000", 1],
  ["1e3", 1000],
  ["-2.5E-2", -0.025],
])("accepts %p", (typed, value) => expect(read(typed)).toBe(value));

test.each([
  ["21,5", 21.5],
  ["-0,25", -0.25],
  [",5", 0.5],
  ["0,125", 0.125],
  ["1234,567", 1234.567],
  ["1,0000", 1],
])("accepts %p with a decimal comma", (typed, value) => expect(read(typed)).toBe(value));

test.each(["1,000", "-21,500"])("asks which number is meant by the ambiguous %p", (typed) => {
  expect(read(typed)).toBe(
    `Is this ${typed.replace(",", "")} or ${typed.replace(",", ".")}? Write it without the comma.`,
  );
});

test.each(["1,000,000", "1.000.000", "1 000", "1’000", "1.000,5", "1,000.5"])(
  "refuses %p with thousands separators, and explains it",
  (typed) => expect(read(typed)).toContain("between thousands"),
);

test.each(["abc", "-", "1e", "0x10", "Infinity", "NaN", "5 °C", ","])("refuses %p", (typed) =>
  expect(read(typed)).toBe("Must be a number"),
);

test("reports numbers that no computer can hold as too large", () => {
  expect(read("1e999")).toBe("This number is too large.");
});

test("treats an empty field as empty, not as 0", () => {
  expect(read("")).toBeNull();
  expect(read("  ")).toBeNull();
});
