import { type AlignedCurves, alignCurves } from "./align-curves.ts";
import { type Curve, placeOf, slicedCurve } from "./curve.ts";
import { columnWidthMs, decimated } from "./decimate.ts";
import { gapAboveMs } from "./gaps.ts";
import { covers, lengthMs, type Span } from "./span.ts";

export interface CurveToPlot {
  readonly curve: Curve;
  /** The width of its buckets; 0 if its points are single readings. */
  readonly widthMs: number;
}

/** More points than this in a column of the screen are summed up. */
const denseFrom = 2;
/** The view, and the same length again on either side. */
const spansCovered = 3;

/**
 * The points that uPlot gets for a view: three times the visible span, summed up to the columns of the screen if there
 * are more points than columns. While the view stays inside and keeps about the same length, the result is the same
 * object. Panning therefore draws a few thousand points, however many the curves have.
 */
export class PlotWindow {
  readonly #curves: readonly (CurveToPlot & { readonly gapAboveMs: number })[];
  readonly #summed = new Map<Curve, { readonly widthMs: number; readonly curve: Curve }>();
  #covered: Span = { fromMs: 0, toMs: 0 };
  #widthMs = 0;
  #data: AlignedCurves = [[]];

  constructor(curves: readonly CurveToPlot[]) {
    this.#curves = curves.map((one) => ({ ...one, gapAboveMs: gapAboveMs(one.curve, one.widthMs) }));
  }

  dataFor(span: Span, columns: number): AlignedCurves {
    const length = lengthMs(span);
    const widthMs = columnWidthMs(length, columns);
    if (widthMs === this.#widthMs && covers(this.#covered, span)) return this.#data;
    this.#widthMs = widthMs;
    this.#covered = { fromMs: span.fromMs - length, toMs: span.toMs + length };
    const { fromMs, toMs } = this.#covered;
    const pointsMax = columns * spansCovered * denseFrom;
    this.#data = alignCurves(
      this.#curves.map(({ curve, gapAboveMs: usual }) => {
        const isDense = placeOf(curve, toMs) - placeOf(curve, fromMs) > pointsMax;
        return {
          curve: this.#part(isDense ? this.#sum(curve, widthMs) : curve),
          gapAboveMs: isDense ? Math.max(usual, widthMs * 1.5) : usual,
        };
      }),
    );
    return this.#data;
  }

  /** Summing up a million points takes some milliseconds, so it is done once for all views of similar length. */
  #sum(curve: Curve, widthMs: number): Curve {
    const known = this.#summed.get(curve);
    if (known?.widthMs === widthMs) return known.curve;
    const summed = decimated(curve, widthMs);
    this.#summed.set(curve, { widthMs, curve: summed });
    return summed;
  }

  /** Includes one more point at either end, so that lines continue to the border. */
  #part(curve: Curve): Curve {
    const from = Math.max(0, placeOf(curve, this.#covered.fromMs) - 1);
    return slicedCurve(curve, from, placeOf(curve, this.#covered.toMs) + 1);
  }
}
