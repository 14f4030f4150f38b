import type { Wire } from "@weir/rule-engine/chain";
import type { EditorState } from "./editor-store.ts";

type Highlight = Pick<EditorState, "highlight" | "step">;

/** Where a node or wire lies relative to the path of the shown reading: "none" if no reading is shown. */
export type OnPath = "none" | "on" | "here" | "off";

export function nodeOnPath({ highlight, step }: Highlight, nodeId: string): OnPath {
  if (highlight.length === 0) return "none";
  if (highlight[step]?.nodeId === nodeId) return "here";
  return highlight.some((stop) => stop.nodeId === nodeId) ? "on" : "off";
}

export function wireOnPath({ highlight, step }: Highlight, wire: Wire): OnPath {
  if (highlight.length === 0) return "none";
  const leaves = highlight.findIndex(({ nodeId, output }) => nodeId === wire.from && output === wire.output);
  const arrives = highlight.findIndex(({ nodeId }, index) => nodeId === wire.to && index > leaves);
  if (leaves === -1 || arrives === -1) return "off";
  return leaves === step ? "here" : "on";
}

/** The reading's value when it left the node, or when it arrived if it went no further. */
export function valueAt({ highlight, step }: Highlight, nodeId: string): number | undefined {
  const current = highlight[step];
  if (current?.nodeId === nodeId) return current.value;
  return highlight.findLast((stop) => stop.nodeId === nodeId)?.value;
}

/**
 * The nodes to keep in sight: the node of the current step, else a single selected node, else the nodes that were just pasted.
 * Several nodes that someone selects are in sight already.
 */
export function nodesToShow(
  current: string | undefined,
  { selection, pasted }: Pick<EditorState, "selection" | "pasted">,
): readonly string[] {
  if (current !== undefined) return [current];
  return selection.length === 1 || selection === pasted ? selection : [];
}
