import { type Curve, nearestPlace, placeOf } from "./curve.ts";
import type { CurveToPlot } from "./plot-window.ts";
import { lengthMs, type Span } from "./span.ts";

/** How far from the cursor a point may be to count as its value, as a share of the view. */
const nearShare = 0.015;

/** Statistics of a curve within a span. */
interface SpanFigures {
  readonly last: number;
  readonly lastAtMs: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly readings: number;
}

/** Null if there are no readings. */
export function spanFigures(curve: Curve, { fromMs, toMs }: Span): SpanFigures | null {
  const from = placeOf(curve, fromMs);
  const to = placeOf(curve, toMs);
  if (from >= to) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let readings = 0;
  for (let nth = from; nth < to; nth++) {
    min = Math.min(min, curve.min[nth]!);
    max = Math.max(max, curve.max[nth]!);
    sum += curve.mean[nth]! * curve.count[nth]!;
    readings += curve.count[nth]!;
  }
  const last = curve.last[to - 1]!;
  return { last, lastAtMs: curve.atMs[to - 1]!, min, max, mean: sum / readings, readings };
}

/** The point of a curve under the cursor. */
export interface PointFigures {
  readonly atMs: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
  readonly count: number;
}

/** The point of a curve that is shown as its value at the cursor. */
export function pointAtCursor(
  { curve, widthMs }: CurveToPlot,
  span: Span,
  atMs: number,
): PointFigures | null {
  const place = nearestPlace(curve, atMs, Math.max(lengthMs(span) * nearShare, widthMs));
  if (place === null) return null;
  return {
    atMs: curve.atMs[place]!,
    mean: curve.mean[place]!,
    last: curve.last[place]!,
    count: curve.count[place]!,
    min: curve.min[place]!,
    max: curve.max[place]!,
  };
}
