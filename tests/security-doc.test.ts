import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const text = readFileSync(join(root, "docs/security.md"), "utf8");
const named = [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path]) => path!);

test("names only existing tests in docs/security.md", () => {
  expect(named.length).toBeGreaterThan(20);
  const places = ["", "packages/server/src/"];
  const isThere = (path: string) =>
    path.includes("*")
      ? places.some((place) => [...new Glob(place + path).scanSync(root)].length > 0)
      : places.some((place) => existsSync(join(root, place, path)));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("covers every item of the OWASP API Top 10 and every chapter of ASVS in docs/security.md", () => {
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  for (let item = 1; item <= 10; item++)
    expect(rows.some((row) => row.startsWith(`| API${item} `))).toBe(true);
  for (let chapter = 1; chapter <= 14; chapter++)
    expect(rows.some((row) => row.startsWith(`| V${chapter} `))).toBe(true);
});
