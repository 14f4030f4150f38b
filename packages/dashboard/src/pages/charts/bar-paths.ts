import type uPlot from "uplot";
import type { PlotLine } from "./plot-line.ts";

/** The part of a bucket that its bars fill. */
const filledShare = 0.8;

/** Draws a bar from zero for each bucket. Bars of several sensors stand beside each other. */
export function barPaths(
  { nth, of }: NonNullable<PlotLine["bars"]>,
  widthMs: number,
): uPlot.Series.PathBuilder {
  return (plot, series, first, last) => {
    const [times, values] = [plot.data[0], plot.data[series]!];
    const scale = plot.series[series]!.scale!;
    const fill = new Path2D();
    const zero = plot.valToPos(0, scale, true);
    const shareMs = (widthMs * filledShare) / of;
    for (let place = first; place <= last; place++) {
      const value = values[place];
      if (typeof value !== "number") continue;
      const startMs = times[place]! + (widthMs * (1 - filledShare)) / 2 + nth * shareMs;
      const left = plot.valToPos(startMs, "x", true);
      const right = plot.valToPos(startMs + shareMs, "x", true);
      const top = plot.valToPos(value, scale, true);
      fill.rect(left, Math.min(top, zero), Math.max(1, right - left), Math.abs(zero - top));
    }
    return { fill, stroke: null };
  };
}
