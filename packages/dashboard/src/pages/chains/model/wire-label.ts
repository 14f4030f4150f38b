/** What is written on wires, and how much room it takes: the layout leaves as much as the drawing needs. */

/** Says nothing, so it is not said. */
const plainOutput = "out";
/** Of the small type, as wide as its letters are on average. */
const letterPx = 6.5;
const paddingPx = 10;
const widthMaxPx = 140;
/** Between the output and the label, and at least as much after it, so that the wire is seen to go on. */
export const labelGapPx = 10;

export function isLabelled(output: string): boolean {
  return output !== plainOutput;
}

/** Names that are longer than this are cut off in the drawing. */
export function labelWidthPx(output: string): number {
  return Math.min(Math.ceil(output.length * letterPx) + paddingPx, widthMaxPx);
}

/** How far apart two nodes have to be for the label to be read between them. */
export function labelledGapPx(output: string): number {
  return isLabelled(output) ? labelWidthPx(output) + 2 * labelGapPx : 0;
}
