import { type NodeCategory, nodeCategories } from "@weir/protocol/closed-sets";
import type { Field, Fields } from "./config-fields.ts";
import { expressionVocabulary, type VocabularyEntry } from "./expression/expression-vocabulary.ts";
import { nodeCatalogue } from "./node-catalogue.ts";
import type { NodeType } from "./node-type.ts";

const headings: Record<NodeCategory, string> = {
  input: "Input",
  filter: "Filters",
  transform: "Transforms",
  route: "Routes",
  action: "Actions",
};

/** Generates the reference of all nodes and of expressions in Markdown, from their own descriptions. */
export function nodeReference(): string {
  const sections = nodeCategories.map((category) => {
    const nodes = [...nodeCatalogue.values()].filter((node) => node.category === category);
    return [`## ${headings[category]}`, ...nodes.map(describeNode)].join("\n\n");
  });
  return `${["# Nodes of a rule chain", introduction, ...sections, expressions()].join("\n\n")}\n`;
}

const introduction = `Generated from the node catalogue; \`weir chain nodes\` prints the same text. Every node except the input also has the output
\`failure\`, for readings that the node cannot handle. If it is not connected, those readings become dead letters.`;

function describeNode(node: NodeType): string {
  const outputs =
    typeof node.outputs === "function"
      ? "depend on the settings"
      : node.outputs.map(code).join(", ") || "none";
  const lines = [`### ${code(node.type)} — ${node.title}`, node.help, `Outputs: ${outputs}.`];
  if (Object.keys(node.fields).length > 0) lines.push(fieldTable(node.fields));
  return lines.join("\n\n");
}

function fieldTable(fields: Fields): string {
  const rows = fieldRows(fields, "").map((cells) => `| ${cells.map(inCell).join(" | ")} |`);
  return ["| Setting | Description | Type | Default |", "|---|---|---|---|", ...rows].join("\n");
}

function fieldRows(fields: Fields, path: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const what = field.help === undefined ? field.label : `${field.label}. ${field.help}`;
    const row = [code(path + name), what, form(field), standard(field)];
    return field.kind === "list" ? [row, ...fieldRows(field.of, `${path}${name}[].`)] : [row];
  });
}

function form(field: Field): string {
  const optional = "optional" in field && field.optional ? ", optional" : "";
  switch (field.kind) {
    case "number": {
      const kind = field.integer ? "whole number" : "number";
      return `${kind}${range(field.min, field.max)}${field.unit === undefined ? "" : ` ${field.unit}`}${optional}`;
    }
    case "text":
      return `text, up to ${field.maxLength} characters${optional}`;
    case "choice":
      return `${choices(field.options)}${optional}`;
    case "flag":
      return "true or false";
    case "expression":
      return `expression that returns ${field.result === "bool" ? "true or false" : `a ${field.result}`}`;
    case "list":
      return `${field.itemsMin} to ${field.itemsMax} rows`;
  }
}

/** A long choice, such as all units, is listed in the help. */
function choices(options: readonly string[]): string {
  return options.length <= 10 ? options.map(code).join(", ") : `one of ${options.length}`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` from ${min}`;
  return max === undefined ? "" : ` up to ${max}`;
}

function standard(field: Field): string {
  if (field.default === undefined) return "optional" in field && field.optional ? "none" : "required";
  return field.kind === "list" ? "none" : code(String(field.default));
}

function expressions(): string {
  const rows = expressionVocabulary.map(
    ({ form: written, type, help, example }: VocabularyEntry) =>
      `| ${[code(written), type, help, code(example)].map(inCell).join(" | ")} |`,
  );
  return [
    "## Expressions",
    "Expressions are written in [CEL](https://cel.dev). They are checked when a chain is validated and end within a fixed number of steps. They can use the following:",
    ["| Expression | Returns | Description | Example |", "|---|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

function code(text: string): string {
  return text.includes("`") ? text : `\`${text}\``;
}

function inCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
