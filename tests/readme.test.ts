import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingsAsMarkdown } from "../packages/server/src/config/describe-config.ts";

const readme = readFileSync(join(import.meta.dir, "..", "README.md"), "utf8");

test("the README begins with the two commands that do all set-up", () => {
  expect(readme.split("\n").slice(0, 2)).toEqual(["    npm ci && npm start", "    npm ci && npm test"]);
});

test("the README's configuration table is the schema's", () => {
  const table = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(readme)?.[1];
  expect(table).toBe(settingsAsMarkdown());
});
