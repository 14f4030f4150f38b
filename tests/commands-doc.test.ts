import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandTree } from "../packages/server/src/cli/command-tree.ts";
import { commands } from "../packages/server/src/cli/commands.ts";

const guide = readFileSync(join(import.meta.dir, "../docs/guide/commands.md"), "utf8");

test("lists every command in the guide, with what it does", () => {
  const table = /<!-- commands -->\n([\s\S]*?)<!-- \/commands -->/.exec(guide)?.[1];
  expect(table).toBe(
    ["| Command | What it does |", "| --- | --- |", ...rowsOf(commands, "weir"), ""].join("\n"),
  );
});

function rowsOf(tree: CommandTree, before: string): string[] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    "commands" in entry
      ? rowsOf(entry.commands, `${before} ${name}`)
      : [`| \`${before} ${name}\` | ${entry.summary} |`],
  );
}
