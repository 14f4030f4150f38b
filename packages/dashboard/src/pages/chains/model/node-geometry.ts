import type { ChainNode, Point } from "@weir/rule-engine/chain";
import { type NodeHandle, Position as Side } from "@xyflow/system";

/**
 * Sizes of a node and its parts. The canvas gets the places of the handles from here instead of measuring them, so that
 * a wire and the output it leaves are drawn at the same moment. ChainNodeView draws nodes with these sizes.
 */
export const nodeWidthPx = 184;
export const headHeightPx = 44;
const borderPx = 1;
const listPaddingPx = 2;
const rowHeightPx = 18;
const handlePx = 10;

export function nodeHandles(hasInput: boolean, outputs: readonly string[]): NodeHandle[] {
  const size = { width: handlePx, height: handlePx };
  const rowsTop = borderPx + headHeightPx + borderPx + listPaddingPx;
  const sources = outputs.map((id, index): NodeHandle => {
    const middle = rowsTop + (index + 0.5) * rowHeightPx;
    const corner = { x: nodeWidthPx - borderPx - handlePx / 2, y: middle - handlePx / 2 };
    return { id, type: "source", position: Side.Right, ...corner, ...size };
  });
  if (!hasInput) return sources;
  const corner = { x: borderPx - handlePx / 2, y: borderPx + (headHeightPx - handlePx) / 2 };
  return [{ id: null, type: "target", position: Side.Left, ...corner, ...size }, ...sources];
}

/** The height of a node that has not been drawn yet. */
export function nodeHeightPx(outputs: number): number {
  return 2 * borderPx + headHeightPx + borderPx + 2 * listPaddingPx + outputs * rowHeightPx;
}

/** Sorts nodes from left to right, and from top to bottom within a column. */
export function leftToRight(nodes: readonly ChainNode[]): ChainNode[] {
  return nodes.toSorted(
    (one, other) => one.position.x - other.position.x || one.position.y - other.position.y,
  );
}

export function rounded({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}

/** What is written on wires and how much room it takes. The layout leaves as much room as the drawing needs. */

/** This name adds nothing, so it is not written. */
const plainOutput = "out";
/** The average width of a letter in small type. */
const letterPx = 6.5;
const paddingPx = 10;
const widthMaxPx = 140;
/** The gap between the output and the label. The same gap follows the label, so that the wire is seen to continue. */
export const labelGapPx = 10;

export function isLabelled(output: string): boolean {
  return output !== plainOutput;
}

/** The drawing cuts longer names off at this width. */
export function labelWidthPx(output: string): number {
  return Math.min(Math.ceil(output.length * letterPx) + paddingPx, widthMaxPx);
}

/** The distance two nodes need for the label to be readable between them. */
export function labelledGapPx(output: string): number {
  return isLabelled(output) ? labelWidthPx(output) + 2 * labelGapPx : 0;
}
