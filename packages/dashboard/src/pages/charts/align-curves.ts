import type { Curve } from "./curve.ts";

type Column = (number | null | undefined)[];

/** The times of all curves, then the mean, lowest and highest values of each. */
export type AlignedCurves = [atMs: number[], ...values: Column[]];

interface GappedCurve {
  readonly curve: Curve;
  readonly gapAboveMs: number;
}

/**
 * Brings curves to one common list of times, as uPlot takes them. Where a curve has no point at a time of another
 * curve, it is undefined, and the line continues. Inside a gap it is null, which breaks the line.
 */
export function alignCurves(curves: readonly GappedCurve[]): AlignedCurves {
  const breaks = curves.map(breaksOf);
  const times = commonTimes([...curves.map(({ curve }) => curve.atMs), ...breaks]);
  const columns = curves.flatMap(({ curve }, nth) => columnsOf(curve, breaks[nth]!, times));
  return [times, ...columns];
}

function breaksOf({ curve: { atMs }, gapAboveMs }: GappedCurve): number[] {
  const breaks: number[] = [];
  for (let nth = 1; nth < atMs.length; nth++) {
    const before = atMs[nth - 1]!;
    const after = atMs[nth]!;
    if (after - before > gapAboveMs) breaks.push((before + after) / 2);
  }
  return breaks;
}

function commonTimes(lists: readonly ArrayLike<number>[]): number[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length === 1) return Array.from(filled[0]!);
  const all = new Float64Array(filled.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const list of filled) {
    all.set(list, place);
    place += list.length;
  }
  all.sort();
  const times: number[] = [];
  for (const ms of all) if (times.at(-1) !== ms) times.push(ms);
  return times;
}

function columnsOf(curve: Curve, breaks: readonly number[], times: readonly number[]): Column[] {
  const { atMs } = curve;
  const columns: Column[] = [new Array(times.length), new Array(times.length), new Array(times.length)];
  const [mean, min, max] = columns as [Column, Column, Column];
  let point = 0;
  let gap = 0;
  for (let nth = 0; nth < times.length; nth++) {
    const ms = times[nth]!;
    if (atMs[point] === ms) {
      mean[nth] = curve.mean[point]!;
      min[nth] = curve.min[point]!;
      max[nth] = curve.max[point]!;
      // This point ends the gap.
      if ((breaks[gap] ?? Number.POSITIVE_INFINITY) < ms) gap++;
      point++;
    } else if ((breaks[gap] ?? Number.POSITIVE_INFINITY) < (atMs[point] ?? Number.NEGATIVE_INFINITY)) {
      // The gap is marked from end to end, also at the times of other curves. Otherwise the line would break only
      // briefly.
      for (const column of columns) column[nth] = null;
    }
  }
  return columns;
}
