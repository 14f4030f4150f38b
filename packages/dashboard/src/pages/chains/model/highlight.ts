import type { EditorState } from "./editor-store.ts";

/** How a node or wire stands to the way of the reading that is shown, where one is. */
export type OnWay = "none" | "on" | "here" | "off";

export function nodeOnWay({ highlight, step }: EditorState, nodeId: string): OnWay {
  if (highlight.length === 0) return "none";
  if (highlight[step]?.nodeId === nodeId) return "here";
  return highlight.some((stop) => stop.nodeId === nodeId) ? "on" : "off";
}

export function wireOnWay(
  { highlight, step }: EditorState,
  wire: { readonly from: string; readonly output: string; readonly to: string },
): OnWay {
  if (highlight.length === 0) return "none";
  const leaves = highlight.findIndex(({ nodeId, output }) => nodeId === wire.from && output === wire.output);
  const arrives = highlight.findIndex(({ nodeId }, place) => nodeId === wire.to && place > leaves);
  if (leaves === -1 || arrives === -1) return "off";
  return leaves === step ? "here" : "on";
}

/** What the reading was when it left the node, or when it came where it went no further. */
export function valueAt({ highlight, step }: EditorState, nodeId: string): number | undefined {
  const current = highlight[step];
  if (current?.nodeId === nodeId) return current.value;
  return highlight.findLast((stop) => stop.nodeId === nodeId)?.value;
}
