import { adviceOf } from "../../../format/chain-advice.ts";
import type { ChainProblem, EditorState } from "./editor-store.ts";
import { nodeTitle } from "./node-titles.ts";
import { sentence } from "./sentence.ts";

/** A warning away from its node, which it is told with where it has one. */
export function warningText(
  warning: ChainProblem,
  { definition, nodeTypes }: Pick<EditorState, "definition" | "nodeTypes">,
): string {
  const node = definition.nodes.find(({ id }) => id === warning.node);
  const advice = adviceOf(warning);
  return node === undefined ? sentence(advice) : `${nodeTitle(node, nodeTypes)}: ${advice}`;
}
