import type { ChainNode } from "./chain.ts";
import { type ChainProblem, namesItsNode } from "./chain-problem.ts";
import { nodeCatalogue } from "./node-catalogue.ts";

/** What is needed to name a node. */
export type LabelledNode = Pick<ChainNode, "name" | "type">;

/** Returns the name that people gave the node, or the title of its type. */
export function nodeLabel({ name, type }: LabelledNode): string {
  return name === "" ? (nodeCatalogue.get(type)?.title ?? type) : name;
}

/** Describes a problem with the node and the setting as the editor labels them: `Tell the pager · URL: …`. */
export function describeLabelled(problem: ChainProblem, node: LabelledNode | undefined): string {
  const { code, field, message } = problem;
  if (node === undefined || namesItsNode(code)) return message;
  const setting = field === null ? undefined : nodeCatalogue.get(node.type)?.fields[field.split(".")[0]!];
  const place = setting === undefined ? nodeLabel(node) : `${nodeLabel(node)} · ${setting.label}`;
  return `${place}: ${message}`;
}
