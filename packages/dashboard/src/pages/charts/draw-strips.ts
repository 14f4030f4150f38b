import uPlot from "uplot";
import { colourOf } from "../../app/theme.ts";
import { fontAt, textWidthPx } from "./chart-font.ts";
import { type PlotLine, restColour, stateColour } from "./plot-line.ts";
import { type States, stateText } from "./state-names.ts";
import { stateStretches } from "./state-stretches.ts";

/** The height of a strip with its name. */
export const stripPx = 40;
const namePx = 16;
const barPx = 18;
const marksPx = 8;

/** Strips without curves need less room than these. */
export function stripsHeightPx(strips: number): number {
  return strips * stripPx + 60;
}

/** A line that is drawn as a strip. */
export interface Strip extends PlotLine {
  readonly states: States;
}

export function isStrip(line: PlotLine): line is Strip {
  return line.states !== undefined;
}

/**
 * Draws each sensor with states as a strip: a span for each state, with the state's name where it fits. Strips stand
 * above the curves; without curves, they take the room of these.
 */
export function drawStrips(plot: uPlot, strips: readonly Strip[], areAlone: boolean): void {
  const { ctx, bbox, scales } = plot;
  const ratio = uPlot.pxRatio;
  const span = { fromMs: scales.x?.min ?? 0, toMs: scales.x?.max ?? 0 };
  // What lasts now lasts until now, and not into the future.
  const known = { ...span, toMs: Math.min(span.toMs, Date.now()) };
  // Marks stand on the upper border of the curves.
  const firstTop = areAlone ? bbox.top + marksPx * ratio : bbox.top - strips.length * stripPx * ratio;
  ctx.save();
  ctx.font = fontAt(ratio);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  strips.forEach((strip, nth) => {
    const { name, curve, widthMs, states } = strip;
    const top = firstTop + nth * stripPx * ratio;
    const barTop = top + namePx * ratio;
    ctx.fillStyle = colourOf("--muted");
    ctx.fillText(name, bbox.left, top + (namePx / 2) * ratio);
    ctx.fillStyle = colourOf("--sunken");
    ctx.fillRect(bbox.left, barTop, bbox.width, barPx * ratio);
    for (const stretch of stateStretches(curve, widthMs, known)) {
      const left = plot.valToPos(stretch.fromMs, "x", true);
      const width = plot.valToPos(stretch.toMs, "x", true) - left;
      const colour = stateColour(strip, stretch.value);
      ctx.fillStyle = colourOf(colour);
      ctx.fillRect(left, barTop, Math.max(width, ratio), barPx * ratio);
      const word = stateText(states, stretch.value);
      if ((textWidthPx(word) + 8) * ratio > width) continue;
      ctx.fillStyle = colourOf(colour === restColour ? "--text" : "--surface");
      ctx.fillText(word, left + 4 * ratio, barTop + (barPx / 2 + 0.5) * ratio);
    }
  });
  ctx.restore();
}
