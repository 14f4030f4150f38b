import { expect, test } from "bun:test";
import { deviceFilter } from "@weir/protocol/resources/device-filter";
import { savedChart } from "@weir/protocol/resources/saved-chart";
import { Command } from "commander";
import type { CommandLeaf } from "../command-tree.ts";
import { fieldsFromFile } from "./field-source.ts";
import { resourceCommands } from "./resource-commands.ts";

const create = { from: fieldsFromFile("JSON file with name and parameters"), examples: ["weir …"] };

async function helpOf({ load }: CommandLeaf): Promise<string> {
  const command = new Command("tried");
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) });
  (await load())(command);
  command.outputHelp();
  return help.replaceAll(/\s+/g, " ");
}

test("has a command for each operation of the resource, with its summary", () => {
  const commands = resourceCommands(deviceFilter, { example: "Cold rooms", create });
  expect(Object.entries(commands).map(([name, { summary }]) => [name, summary])).toEqual([
    ["list", "List the saved filters"],
    ["create", "Create a saved filter"],
    ["delete", "Delete a saved filter"],
  ]);
});

test("leaves out the operations that should have no command", () => {
  const commands = resourceCommands(savedChart, { example: "Cooling", without: ["create", "update"] });
  expect(Object.keys(commands)).toEqual(["list", "show", "delete"]);
});

test("says in the help of a list that it has nothing of people", async () => {
  const { list } = resourceCommands(deviceFilter, { example: "Cold rooms", create });
  expect(await helpOf(list)).toContain("Filters that people keep for themselves are not listed.");
});

test("names the argument and the example after the resource, and quotes names with spaces", async () => {
  const commands = resourceCommands(deviceFilter, { example: "Cold rooms", create });
  const help = await helpOf(commands.delete);
  expect(help).toContain("<filter>");
  expect(help).toContain("Name or UUID of the saved filter");
  expect(help).toContain('weir device-filter delete "Cold rooms"');
});
