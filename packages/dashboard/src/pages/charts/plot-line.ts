import type { CurveToPlot } from "./plot-window.ts";
import type { States } from "./state-names.ts";

/** One sensor on the chart. */
export interface PlotLine extends CurveToPlot {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Decimals of the shown values; null shows all that a value has. */
  readonly decimals: number | null;
  /** The variable of the style sheet that holds its colour. */
  readonly colour: string;
  /** Drawn as bars instead of a line: its place among the lines that share each bucket. */
  readonly bars?: { readonly nth: number; readonly of: number };
  readonly isDashed?: boolean;
  /** Drawn as a strip of these states instead of a line. */
  readonly states?: States;
}

/** A value that is drawn across the chart. */
export interface PlotLimit {
  readonly unit: string;
  readonly value: number;
  readonly name: string;
  /** The side of the line on which values are beyond the limit. */
  readonly side: "above" | "below";
  /** The variable of the style sheet that holds its colour. */
  readonly colour: string;
}

/** More axes than this would leave no room for the curves. */
export const unitsMax = 3;

export const lineColours = [1, 2, 3, 4, 5, 6].map((nth) => `--series-${nth}`);
/** The number of distinguishable colours. */
export const linesMax = lineColours.length;

/** The colour of a state in the strip of a line. Names tell more states apart than there are colours. */
export function stateColour(
  { colour, states = [] }: Pick<PlotLine, "colour" | "states">,
  value: number,
): string {
  const nth = states.findIndex((state) => state.value === value);
  if (nth === 0) return restColour;
  return lineColours[(lineColours.indexOf(colour) + Math.max(1, nth) - 1) % lineColours.length] ?? colour;
}

/** The first state, such as off or closed, is quiet. */
export const restColour = "--line-strong";

/** The units in the order in which they get axes. */
export function unitsOf(lines: readonly Pick<PlotLine, "unit" | "states">[]): readonly string[] {
  return [...new Set(lines.filter(({ states }) => states === undefined).map(({ unit }) => unit))];
}
