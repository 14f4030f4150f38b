import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandTree } from "../packages/server/src/cli/command-tree.ts";
import { commands } from "../packages/server/src/cli/commands.ts";

const read = (path: string) => readFileSync(join(import.meta.dir, "..", path), "utf8");

test("lists every command in the guide, with what it does", () => {
  const table = /<!-- commands -->\n([\s\S]*?)<!-- \/commands -->/.exec(read("docs/guide/commands.md"))?.[1];
  expect(table).toBe(
    ["| Command | What it does |", "| --- | --- |", ...rowsOf(commands, "weir"), ""].join("\n"),
  );
});

test("names every command in the README", () => {
  const readme = read("README.md");
  const missing = Object.keys(commands).filter((name) => !readme.includes(`\`weir ${name}`));
  expect(missing).toEqual([]);
});

function rowsOf(tree: CommandTree, before: string): string[] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    "commands" in entry
      ? rowsOf(entry.commands, `${before} ${name}`)
      : [`| \`${before} ${name}\` | ${entry.summary} |`],
  );
}
