import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../packages/server/src/cli/commands.ts";

const root = join(import.meta.dir, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const links = [...readme.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!);

test("begins the README with the two commands that do all set-up", () => {
  expect(readme.split("\n").slice(0, 2)).toEqual(["    npm ci && npm start", "    npm ci && npm test"]);
});

test("names every command and group of commands in the README", () => {
  expect(Object.keys(commands).filter((name) => !readme.includes(`\`weir ${name}\``))).toEqual([]);
});

test("links every guide from the README", () => {
  const guides = readdirSync(join(root, "docs/guide")).filter((name) => name.endsWith(".md"));
  expect(guides.length).toBeGreaterThan(20);
  expect(guides.map((name) => `docs/guide/${name}`).filter((path) => !links.includes(path))).toEqual([]);
});

test("links nothing from the README that does not exist", () => {
  const files = links.filter((target) => !target.startsWith("http"));
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
