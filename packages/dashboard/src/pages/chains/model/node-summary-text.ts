import type { ChainNode } from "@weir/rule-engine/chain";
import { nodeSummary } from "@weir/rule-engine/node-summary";
import type { EditorState, NodeType } from "./editor-store.ts";

type Known = Pick<EditorState, "nodeTypes" | "chainNames">;

/** A node's settings in a few words; "" where there are none to tell. */
export function nodeSummaryText(node: ChainNode, { nodeTypes, chainNames }: Known): string {
  const type = nodeTypes.get(node.type);
  if (type === undefined) return "";
  const chainName = (uuid: string) => chainNames.get(uuid);
  return nodeSummary(node.type, withDefaults(type, node.config), { chainName }) ?? "Not configured";
}

/** Null counts as not set, as it does on the server. */
function withDefaults({ fields }: NodeType, config: ChainNode["config"]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, config[field.name] ?? field.default]));
}
