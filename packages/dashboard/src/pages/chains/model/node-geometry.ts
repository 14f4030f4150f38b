import { type NodeHandle, Position } from "@xyflow/react";

/**
 * Where the parts of a node are. The canvas is told where the handles are instead of measuring them, so that a wire can
 * be drawn in the same moment as the output it leaves by. ChainNodeView keeps to these numbers.
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
  const sources = outputs.map((id, place): NodeHandle => {
    const middle = rowsTop + (place + 0.5) * rowHeightPx;
    const corner = { x: nodeWidthPx - borderPx - handlePx / 2, y: middle - handlePx / 2 };
    return { id, type: "source", position: Position.Right, ...corner, ...size };
  });
  if (!hasInput) return sources;
  const corner = { x: borderPx - handlePx / 2, y: borderPx + (headHeightPx - handlePx) / 2 };
  return [{ id: null, type: "target", position: Position.Left, ...corner, ...size }, ...sources];
}

/** For a node that was not drawn yet. */
export function nodeHeightPx(outputs: number): number {
  return 2 * borderPx + headHeightPx + borderPx + 2 * listPaddingPx + outputs * rowHeightPx;
}
