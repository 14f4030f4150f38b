import { expect, test } from "bun:test";
import { slugOf } from "./slug.ts";

test("derives a slug from a name with only the characters that slugs may have", () => {
  expect(slugOf("Temperature")).toBe("temperature");
  expect(slugOf("Wassertemperatur außen 2")).toBe("wassertemperatur-aussen-2");
  expect(slugOf("  CO₂ (ppm) ")).toBe("co2-ppm");
  expect(slugOf("Crème brûlée")).toBe("creme-brulee");
  expect(slugOf("水温")).toBe("");
  expect(slugOf("x".repeat(100))).toHaveLength(64);
  expect(slugOf(`${"x".repeat(63)} y`)).toBe("x".repeat(63));
});
