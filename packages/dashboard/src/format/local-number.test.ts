import { expect, test } from "bun:test";
import { localNumber } from "./local-number.ts";

test.each([
  ["-15.5", "en-US", "−15.5"],
  ["1013.25", "en-US", "1013.25"],
  ["12345.50", "en-US", "12,345.50"],
  ["-12345.50", "de-DE", "−12.345,50"],
  ["1.5e-9", "fr-FR", "1,5e−9"],
  ["-2e12", "en-US", "−2e12"],
  ["21", "ar-EG", "21"],
  ["no number", "en-US", "no number"],
])("writes %s in %s as %s", (written, language, text) => {
  expect(localNumber(written, language)).toBe(text);
});
