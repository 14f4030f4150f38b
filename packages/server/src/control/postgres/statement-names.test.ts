import { expect, test } from "bun:test";
import { StatementNames } from "./statement-names.ts";

test("names a statement when it is asked again, and always with the same name", () => {
  const names = new StatementNames();
  const asked = ["SELECT one", "SELECT one", "SELECT other", "SELECT other", "SELECT one"];
  const [, one, , other, again] = asked.map((text) => names.of(text));
  expect([names.of("SELECT new"), again]).toEqual([undefined, one]);
  expect([one, other]).toEqual([expect.any(String), expect.any(String)]);
  expect(other).not.toBe(one!);
});

test("names a statement like another list of names does, since both may use one connection", () => {
  const [one, other] = [new StatementNames(), new StatementNames()];
  for (const text of ["SELECT first", "SELECT first"]) other.of(text);
  for (const text of ["SELECT one", "SELECT one"]) [one, other].map((names) => names.of(text));
  expect(one.of("SELECT one")).toBe(other.of("SELECT one")!);
});

test("names no statement that selects all columns, inserts several rows or is long, and only so many", () => {
  const names = new StatementNames();
  const ofRepeated = (text: string) => [names.of(text), names.of(text)].at(-1);
  expect([ofRepeated("SELECT * FROM devices"), ofRepeated("?".repeat(6000))]).toEqual([undefined, undefined]);
  expect(ofRepeated("INSERT INTO devices VALUES ($1, $2), ($3, $4)")).toBeUndefined();
  expect(ofRepeated("SELECT count(*) FROM devices")).toBeString();
  const named = Array.from({ length: 200 }, (_, nth) => ofRepeated(`SELECT ${nth}`));
  expect(new Set(named.filter((name) => name !== undefined)).size).toBe(99);
});
