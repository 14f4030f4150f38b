import { expect, test } from "bun:test";
import { StateWays } from "./state-ways.ts";

const ways = new StateWays<"open" | "shut" | "gone">("door", {
  open: ["shut"],
  shut: ["open", "gone"],
  gone: [],
});

test("allows the changes that are listed", () => {
  expect(ways.follow("shut", "gone")).toBe("gone");
});

test("refuses every other change with an error that names both states", () => {
  expect(() => ways.follow("open", "gone")).toThrow('The door must not go from "open" to "gone".');
  expect(() => ways.follow("open", "open")).toThrow('from "open" to "open"');
  expect(() => ways.follow("gone", "open")).toThrow('from "gone" to "open"');
});

test("refuses a state whose fact does not hold", () => {
  ways.assert("open", true, "a hinge");
  expect(() => ways.assert("open", false, "a hinge")).toThrow(
    'The door must not be "open" without this: a hinge.',
  );
});
