import type { Field, Fields } from "@weir/rule-engine/config-fields";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { failureOutput, type NodeType } from "@weir/rule-engine/node-type";
import type { Command } from "commander";
import { takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { formatFields, formatTable } from "./table.ts";

export function defineChainNodes(command: Command): void {
  command.description("List the node types that chains are made of, or describe one of them.");
  command.argument("[type]", "Node type");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir chain nodes", "weir chain nodes compare");
  command.action((type: string | undefined, options: { json?: true }) => {
    if (type === undefined) {
      const nodes = [...nodeCatalogue.values()];
      if (options.json) printJson(nodes.map(toJson));
      else print(toTable(nodes));
      return;
    }
    const node = findNode(type);
    if (options.json) printJson(toJson(node));
    else print(toText(node));
  });
}

function findNode(type: string): NodeType {
  const node = nodeCatalogue.get(type);
  if (node !== undefined) return node;
  throw new CommandFailure(
    "unknown_node_type",
    `There is no node type "${type}". Available types: ${[...nodeCatalogue.keys()].join(", ")}.`,
  );
}

/** Null if the outputs depend on the configuration. */
function outputsOf({ outputs, category }: NodeType): readonly string[] | null {
  if (typeof outputs === "function") return null;
  return category === "input" ? outputs : [...outputs, failureOutput];
}

function toTable(nodes: readonly NodeType[]): string {
  const rows = nodes.map((node) => [node.type, node.category, node.title, outputsText(node)]);
  return formatTable(["TYPE", "CATEGORY", "TITLE", "OUTPUTS"], rows);
}

function outputsText(node: NodeType): string {
  return outputsOf(node)?.join(", ") ?? "as configured";
}

function toText(node: NodeType): string {
  const head = formatFields([
    ["Type", `${node.type}, version ${node.version}`],
    ["Category", node.category],
    ["Title", node.title],
    ["Outputs", outputsText(node)],
  ]);
  const rows = fieldRows(node.fields, "");
  const fields =
    rows.length === 0
      ? "This node has no settings."
      : formatTable(["FIELD", "TAKES", "DEFAULT", "HELP"], rows);
  return `${head}\n\n${node.help}\n\n${fields}`;
}

function fieldRows(fields: Fields, prefix: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [prefix + name, describeField(field), defaultOf(field), field.help ?? field.label],
    ...(field.kind === "list" ? fieldRows(field.of, `${prefix}${name}[].`) : []),
  ]);
}

function describeField(field: Field): string {
  switch (field.kind) {
    case "number":
      return describeNumber(field);
    case "text":
      return `text, up to ${field.maxLength} characters`;
    case "choice":
      return field.options.join(" | ");
    case "flag":
      return "true | false";
    case "expression":
      return `expression (${field.result})`;
    case "list":
      return `${field.itemsMin} to ${field.itemsMax} rows`;
  }
}

function describeNumber({ integer, min, max, unit }: Extract<Field, { kind: "number" }>): string {
  const range = min !== undefined && max !== undefined ? ` ${min} to ${max}` : "";
  const from = range === "" && min !== undefined ? ` from ${min}` : "";
  const upTo = range === "" && max !== undefined ? ` up to ${max}` : "";
  return `${integer ? "whole number" : "number"}${range}${from}${upTo}${unit === undefined ? "" : ` (${unit})`}`;
}

function defaultOf(field: Field): string {
  if (field.default !== undefined) return JSON.stringify(field.default);
  return "optional" in field && field.optional ? "none" : "required";
}

function toJson(node: NodeType) {
  const { type, version, category, title, help, fields } = node;
  return { type, version, category, title, help, outputs: outputsOf(node), fields };
}
