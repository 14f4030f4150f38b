import type uPlot from "uplot";

/** Points at least this far apart are drawn one by one. */
const apartPx = 14;

/**
 * Which points of a curve are drawn as dots: all if they are far apart, else those between two gaps, which a
 * line would not show.
 */
export function isolatedPoints(plot: uPlot, series: number): number[] | null {
  const times = plot.data[0];
  const values = plot.data[series]!;
  const { min = 0, max = 0 } = plot.scales.x!;
  const places: number[] = [];
  const alone: number[] = [];
  let isBroken = true;
  let candidate: number | null = null;
  for (let nth = plot.valToIdx(min); nth < times.length && times[nth]! <= max; nth++) {
    const value = values[nth];
    if (value === undefined) continue;
    if (value === null) {
      if (candidate !== null) alone.push(candidate);
      candidate = null;
      isBroken = true;
      continue;
    }
    places.push(nth);
    candidate = isBroken ? nth : null;
    isBroken = false;
  }
  if (candidate !== null) alone.push(candidate);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || first === last) return places;
  const reachPx = plot.valToPos(times[last]!, "x") - plot.valToPos(times[first]!, "x");
  return reachPx / (places.length - 1) >= apartPx ? places : alone;
}
