import { expect, test } from "bun:test";
import { StatementNames } from "./statement-names.ts";

test("names a statement when it is asked again, and keeps the name", () => {
  const names = new StatementNames();
  const asked = ["SELECT one", "SELECT one", "SELECT other", "SELECT other", "SELECT one"];
  expect(asked.map((text) => names.of(text))).toEqual([
    undefined,
    "control 1",
    undefined,
    "control 2",
    "control 1",
  ]);
});

test("names no statement that selects all columns or is long, and only so many", () => {
  const names = new StatementNames();
  const ofRepeated = (text: string) => [names.of(text), names.of(text)].at(-1);
  expect([ofRepeated("SELECT * FROM devices"), ofRepeated("?".repeat(3000))]).toEqual([undefined, undefined]);
  const named = Array.from({ length: 200 }, (_, nth) => ofRepeated(`SELECT ${nth}`));
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(100);
});
