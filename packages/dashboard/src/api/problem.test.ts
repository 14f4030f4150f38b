import { expect, test } from "bun:test";
import { fieldMessage, Problem } from "./problem.ts";

test.each([
  ["must not be empty", "Must not be empty."],
  ["There is a device of this name already.", "There is a device of this name already."],
])("says what the server says about a field, %j, as a sentence", (told, shown) => {
  const refused = new Problem({
    status: 422,
    code: "not_valid",
    message: "Validation failed.",
    fields: { "body.name": told },
  });
  expect(fieldMessage(refused, "name")).toBe(shown);
  expect(fieldMessage(refused, "email")).toBeUndefined();
});
