import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "..");
const folder = join(root, "docs/decisions");
const index = readFileSync(join(folder, "README.md"), "utf8");
const records = readdirSync(folder).filter((name) => name !== "README.md");
const numbers = new Set(records.map((name) => name.slice(0, 4)));
const merged = index.match(/^\| 0.*merged into.*$/gm)!.flatMap((row) => row.split("|")[1]!.match(/\d{4}/g)!);

test("begins every decision record with its number, its title and its status", () => {
  const heads = /^# \d+\. .+\n\n\*\*Status:\*\* (accepted|replaced by \[)/;
  const wrong = records.filter((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return !heads.test(text) || Number(text.match(/\d+/)![0]) !== Number(name.slice(0, 4));
  });
  expect(records.length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

test("lists every decision record in the index, once", () => {
  const listed = [...index.matchAll(/^- \[(\d{4})\]\((.+?)\)/gm)].map(([, number, file]) => ({
    number,
    file,
  }));
  expect(listed.map(({ file }) => file).sort()).toEqual(records.sort());
  expect(listed.filter(({ number, file }) => !file!.startsWith(number!))).toEqual([]);
});

test("uses no number of a merged record again", () => {
  expect(merged.filter((number) => numbers.has(number))).toEqual([]);
});

test("refers only to decision records that exist", () => {
  const paths = ["*.md", "docs/**/*.md", "{packages,tests,scripts,bench}/**/*.{ts,tsx}"].flatMap(
    (pattern) => [...new Glob(pattern).scanSync(root)],
  );
  const found = paths.filter((path) => path !== "docs/decisions/README.md").flatMap(referencesIn);
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test("links only to files that exist in decision records", () => {
  const links = records.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\]\((\d{4}-[^)#]+)\)/g)].map(([, file]) => file!),
  );
  expect(links.filter((file) => !records.includes(file))).toEqual([]);
});

/** Records refer to each other by number alone. */
const inRecords = /(?<![\d.:-])(0\d{3})(?![\d-])/g;
const elsewhere = /(?:[Dd]ecisions? |decisions\/|\()(0\d{3})(?=[-),.\s])/g;

function referencesIn(path: string): { path: string; number: string }[] {
  const pattern = path.startsWith("docs/decisions/") ? inRecords : elsewhere;
  return [...readFileSync(join(root, path), "utf8").matchAll(pattern)].map(([, number]) => ({
    path,
    number: number!,
  }));
}
