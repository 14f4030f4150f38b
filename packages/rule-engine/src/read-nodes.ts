import type { ChainNode } from "./chain.ts";
import type { ConfigOf, Fields } from "./config-fields.ts";
import { ExpressionBudget } from "./expression-budget.ts";
import { nodeCatalogue } from "./node-catalogue.ts";
import { type ConfigProblem, failureOutput, type NodeType, outputsOf } from "./node-type.ts";
import { readConfig } from "./read-config.ts";

/** A node as read by its type. Reading compiles every expression, so it is done once per node. */
export type ReadNode =
  | {
      readonly ok: true;
      readonly type: NodeType;
      readonly config: ConfigOf<Fields>;
      /** The outputs that wires may leave by. */
      readonly outputs: readonly string[];
      /** The maximum number of steps that its expressions can take for one reading. */
      readonly steps: number;
    }
  /** If the outputs are unknown, any output is accepted. */
  | { readonly ok: false; readonly problems: readonly NodeProblem[]; readonly outputs: readonly string[] };

interface NodeProblem {
  /** Null if the problem concerns the node as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/**
 * Called with the node that is processed next, or null for the chain as a whole, so that a caller that gives up waiting can
 * name the node.
 */
export type OnNode = (node: ChainNode | null) => void;

export interface CheckOptions {
  /** A published version counts as checked: newer limits on the cost of checking must not stop it. */
  readonly wasChecked: boolean;
  readonly onNode?: OnNode | undefined;
}

/**
 * Reads all nodes of one chain, in order. They share the budget for checking expressions, unless the chain was checked before.
 */
export function readNodes(nodes: readonly ChainNode[], { wasChecked, onNode }: CheckOptions): ReadNode[] {
  const budget = wasChecked ? null : new ExpressionBudget();
  const read = nodes.map((node) => {
    onNode?.(node);
    return readNode(node, budget);
  });
  onNode?.(null);
  return read;
}

function readNode(node: ChainNode, budget: ExpressionBudget | null): ReadNode {
  const type = nodeCatalogue.get(node.type);
  if (type === undefined) return unreadable([about(`the type "${node.type}" is unknown.`)]);
  if (node.version > type.version) {
    return unreadable([
      about(`version ${node.version} of "${node.type}" is newer than this version of Weir supports.`),
    ]);
  }
  const read = readConfig(type.fields, node.config, budget);
  const fixed = typeof type.outputs === "function" ? [] : withFailure(type, type.outputs);
  if (!read.ok) return unreadable(read.problems, fixed);
  const outputs = withFailure(type, outputsOf(type, read.config));
  const problems = type.check?.(read.config) ?? [];
  if (problems.length > 0) return unreadable(problems, outputs);
  return { ok: true, type, config: read.config, outputs, steps: read.steps };
}

function unreadable(
  problems: readonly (NodeProblem | ConfigProblem)[],
  outputs: readonly string[] = [],
): ReadNode {
  return { ok: false, problems, outputs };
}

function about(message: string): NodeProblem {
  return { field: null, message };
}

function withFailure({ type }: NodeType, outputs: readonly string[]): readonly string[] {
  return type === "input" ? outputs : [...outputs, failureOutput];
}
