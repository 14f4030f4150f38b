import type { ChainNode } from "@weir/rule-engine/chain";
import type { NodeType } from "./editor-store.ts";

/** What a node is called: by whoever named it, else by its type. */
export function nodeTitle(node: ChainNode, types: ReadonlyMap<string, NodeType>): string {
  return node.name === "" ? (types.get(node.type)?.title ?? node.type) : node.name;
}
