import type { ChainNode } from "@weir/rule-engine/chain";
import type { NodeType } from "./node-type.ts";

/** A setting as the type of a node describes it. */
export type Field = NodeType["fields"][number];
export type SimpleField = Exclude<Field, { kind: "list" }>;
export type ListField = Extract<Field, { kind: "list" }>;

/** Settings by name: those of a node, or those of one row of a list. */
export type Settings = Readonly<Record<string, unknown>>;

/** Sets one setting; undefined removes it. */
export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  if (value !== undefined) return { ...settings, [name]: value };
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name));
}

/** A new row of a list. */
export function emptyRow({ fields }: ListField): Settings {
  const needed = fields.filter(({ kind }) => kind === "text" || kind === "expression");
  return Object.fromEntries(
    needed.map((field) => [field.name, "default" in field ? (field.default ?? "") : ""]),
  );
}

/** The settings of a new node: one empty row for every list that must not be empty. */
export function initialConfig({ fields }: NodeType): ChainNode["config"] {
  const lists = fields.filter((field) => field.kind === "list");
  const required = lists.filter((list) => list.default === undefined && list.items_min > 0);
  return Object.fromEntries(required.map((list) => [list.name, [emptyRow(list)]]));
}

/** All settings of a node, with defaults. Null counts as not set, as it does on the server. */
export function withDefaults({ fields }: NodeType, config: ChainNode["config"]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, config[field.name] ?? field.default]));
}
