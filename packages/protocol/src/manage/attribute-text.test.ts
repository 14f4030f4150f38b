import { expect, test } from "bun:test";
import { attributeFromText } from "./attribute-text.ts";

test("reads numbers and booleans in their usual form, and all else as text", () => {
  const read = ["3", "-0.5", "10.50", "true", "false", "Berlin", "007", "1e3", "", " 3", "TRUE", "0x10"].map(
    attributeFromText,
  );
  expect(read).toEqual([3, -0.5, 10.5, true, false, "Berlin", "007", "1e3", "", " 3", "TRUE", "0x10"]);
});

test("keeps a long identifier of digits as text, because a number would round it", () => {
  expect(attributeFromText("89490200001234567890")).toBe("89490200001234567890");
});
