import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kebabOf } from "@weir/protocol/resources/resource-words";
import { resources } from "@weir/protocol/resources/resources";
import type { CommandTree } from "../packages/server/src/cli/command-tree.ts";
import { commands } from "../packages/server/src/cli/commands.ts";

const guide = readFileSync(join(import.meta.dir, "../docs/guide/commands.md"), "utf8");

test("lists every command in the guide, with what it does", async () => {
  const table = /<!-- commands -->\n([\s\S]*?)<!-- \/commands -->/.exec(guide)?.[1];
  expect(table).toBe(
    ["| Command | What it does |", "| --- | --- |", ...(await rowsOf(commands, "weir")), ""].join("\n"),
  );
});

test("has commands for every resource, except filters, which only the pages of the dashboard use", () => {
  const groups = resources.map(({ thing }) => kebabOf(thing)).filter((group) => !(group in commands));
  expect(groups).toEqual(["device-filter"]);
});

async function rowsOf(tree: CommandTree, before: string): Promise<string[]> {
  const rows: string[] = [];
  for (const [name, entry] of Object.entries(tree)) {
    if ("example" in entry) rows.push(...(await rowsOf(await entry.load(), `${before} ${name}`)));
    else rows.push(`| \`${before} ${name}\` | ${entry.summary} |`);
  }
  return rows;
}
