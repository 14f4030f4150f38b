import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import type { NodeType } from "./node-type.ts";

/** A chain with what is known about its types of nodes. */
export interface KnownChain {
  readonly definition: ChainDefinition;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
}

/** The name of a node, or the title of its type if it has no name. */
export function nodeTitle(node: ChainNode, types: ReadonlyMap<string, NodeType>): string {
  return node.name === "" ? (types.get(node.type)?.title ?? node.type) : node.name;
}

/** The title of a node by its id. A node that no longer exists is called by its id. */
export function titleOf({ definition, nodeTypes }: KnownChain, id: string): string {
  const node = definition.nodes.find((candidate) => candidate.id === id);
  return node === undefined ? id : nodeTitle(node, nodeTypes);
}

export function typeOf({ definition, nodeTypes }: KnownChain, id: string): NodeType | undefined {
  return nodeTypes.get(definition.nodes.find((candidate) => candidate.id === id)?.type ?? "");
}
