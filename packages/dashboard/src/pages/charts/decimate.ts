import { type Curve, newCurve, slicedCurve } from "./curve.ts";

/**
 * The same curve with one point for each stretch of this width, with its lowest, highest and average value. Stretches
 * are counted from 1970, so they stay the same wherever the view is, and nothing flickers while it moves.
 */
export function decimated(curve: Curve, widthMs: number): Curve {
  const { atMs, mean, min, max, last, count } = curve;
  const out = newCurve(atMs.length);
  let place = -1;
  let stretch = Number.NaN;
  let sum = 0;
  for (let nth = 0; nth < atMs.length; nth++) {
    const own = Math.floor(atMs[nth]! / widthMs);
    const readings = count[nth]!;
    if (own !== stretch) {
      stretch = own;
      place++;
      sum = 0;
      out.atMs[place] = atMs[nth]!;
      out.min[place] = min[nth]!;
      out.max[place] = max[nth]!;
    } else {
      if (min[nth]! < out.min[place]!) out.min[place] = min[nth]!;
      if (max[nth]! > out.max[place]!) out.max[place] = max[nth]!;
    }
    out.last[place] = last[nth]!;
    sum += mean[nth]! * readings;
    out.count[place] = out.count[place]! + readings;
    out.mean[place] = sum / out.count[place]!;
  }
  return slicedCurve(out, 0, place + 1);
}

/** A width of about one column of the screen, the same for all spans of similar length. */
export function columnWidthMs(spanMs: number, columns: number): number {
  return 2 ** Math.ceil(Math.log2(spanMs / Math.max(1, columns)));
}
