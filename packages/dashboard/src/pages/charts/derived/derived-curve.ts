import { type Curve, newCurve, slicedCurve } from "../curve.ts";
import { gapAboveMs } from "../gaps.ts";

/** A curve that an expression uses, and the width of its buckets. */
interface UsedCurve {
  readonly curve: Curve;
  readonly widthMs: number;
}

/**
 * The curve of an expression over other curves. It has a point wherever one of them has one, as long as each of them has a
 * value: sensors rarely send at the same time, so a value counts until its curve has a gap. `evaluate` gets the values in
 * the order of the curves; undefined leaves the point out.
 */
export function derivedCurve(
  used: readonly UsedCurve[],
  evaluate: (values: ArrayLike<number>) => number | undefined,
): Curve {
  const gaps = used.map(({ curve, widthMs }) => gapAboveMs(curve, widthMs));
  const places = used.map(() => -1);
  const values = new Float64Array(used.length);
  const out = newCurve(used.reduce((sum, { curve }) => sum + curve.atMs.length, 0));
  let length = 0;
  for (;;) {
    const atMs = nextTime(used, places);
    if (atMs === Number.POSITIVE_INFINITY) return slicedCurve(out, 0, length);
    let isWhole = true;
    for (let nth = 0; nth < used.length; nth++) {
      const { curve } = used[nth]!;
      if (curve.atMs[places[nth]! + 1] === atMs) places[nth]!++;
      const place = places[nth]!;
      if (place < 0 || atMs - curve.atMs[place]! > gaps[nth]!) isWhole = false;
      else values[nth] = curve.mean[place]!;
    }
    const value = isWhole ? evaluate(values) : undefined;
    if (value === undefined || !Number.isFinite(value)) continue;
    out.atMs[length] = atMs;
    for (const column of [out.mean, out.min, out.max, out.last]) column[length] = value;
    out.count[length++] = 1;
  }
}

/** The earliest time that no curve has passed; infinite at the end of all curves. */
function nextTime(used: readonly UsedCurve[], places: readonly number[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < used.length; nth++) {
    const atMs = used[nth]!.curve.atMs[places[nth]! + 1];
    if (atMs !== undefined && atMs < earliest) earliest = atMs;
  }
  return earliest;
}
