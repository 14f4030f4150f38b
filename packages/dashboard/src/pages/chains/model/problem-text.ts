import { namesItsNode } from "@weir/rule-engine/chain-problem";
import { adviceOf } from "../../../format/chain-advice.ts";
import type { ChainProblem, EditorState } from "./editor-store.ts";
import { nodeTitle } from "./node-titles.ts";
import { sentence } from "./sentence.ts";

type Known = Pick<EditorState, "definition" | "nodeTypes">;

/** A problem away from its node, which it is told with where it has one. */
export function problemText(problem: ChainProblem, known: Known): string {
  const place = problemPlace(problem, known);
  const advice = adviceOf(problem);
  return place === null ? sentence(advice) : `${place}: ${advice}`;
}

/** The node that a problem is about, with the setting; null where the problem names it or is one of the whole chain. */
export function problemPlace(
  { code, node: id, field }: ChainProblem,
  { definition, nodeTypes }: Known,
): string | null {
  if (namesItsNode(code)) return null;
  const node = definition.nodes.find((candidate) => candidate.id === id);
  if (node === undefined) return null;
  const fields = nodeTypes.get(node.type)?.fields ?? [];
  const label = fields.find(({ name }) => name === field?.split(".")[0])?.label;
  const title = nodeTitle(node, nodeTypes);
  return label === undefined ? title : `${title} · ${label}`;
}
