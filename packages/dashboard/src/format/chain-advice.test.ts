import { expect, test } from "bun:test";
import { adviceText } from "./chain-advice.ts";

test("shows the first three warnings of a chain and the number of others", () => {
  const warnings = ["a", "b", "c", "d", "e"].map((output) => ({
    code: "unsaved_readings" as const,
    message: `Readings that leave Switch by ${output} are not saved.`,
  }));
  const three =
    "Readings that leave Switch by a are not saved. Readings that leave Switch by b are not saved. Readings that leave Switch by c are not saved.";
  expect(adviceText(warnings.slice(0, 3))).toBe(three);
  expect(adviceText(warnings.slice(0, 4))).toBe(`${three} And 1 more warning.`);
  expect(adviceText(warnings)).toBe(`${three} And 2 more warnings.`);
});
