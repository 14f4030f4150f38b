import type { ChainNode } from "./chain.ts";
import type { ConfigOf, Fields } from "./config-fields.ts";
import { ExpressionBudget } from "./expression-budget.ts";
import { nodeCatalogue } from "./node-catalogue.ts";
import { type ConfigProblem, failureOutput, type NodeType, outputsOf } from "./node-type.ts";
import { readConfig } from "./read-config.ts";

/** A node as its type reads it. Reading compiles every expression, so that it is done once for each node. */
export type ReadNode =
  | {
      readonly ok: true;
      readonly type: NodeType;
      readonly config: ConfigOf<Fields>;
      /** Those that wires may leave by. */
      readonly outputs: readonly string[];
      /** The most steps that its expressions can take for one reading. */
      readonly steps: number;
    }
  /** Any output will do where they are not known. */
  | { readonly ok: false; readonly problems: readonly NodeProblem[]; readonly outputs: readonly string[] };

interface NodeProblem {
  /** Null where it is the node as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/** Told which node is worked on next; null: the chain as a whole. So whoever gives up waiting can say which node it was. */
export type OnNode = (node: ChainNode | null) => void;

export interface CheckOptions {
  /** A published version counts as checked: limits on what checking may cost that came after it must not stop it. */
  readonly wasChecked: boolean;
  readonly onNode?: OnNode | undefined;
}

/** All nodes of one chain, in its order: they share what expressions may cost to check, unless it was checked before. */
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
