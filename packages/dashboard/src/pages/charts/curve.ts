/** The values of a sensor over time: points in order of time, each of one reading or of a bucket of many. */
export interface Curve {
  readonly atMs: Float64Array;
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
  /** The number of readings behind each point. */
  readonly count: Float64Array;
}

const columns = ["atMs", "mean", "min", "max", "last", "count"] as const;

export function newCurve(length: number): Curve {
  const column = () => new Float64Array(length);
  return { atMs: column(), mean: column(), min: column(), max: column(), last: column(), count: column() };
}

export const emptyCurve: Curve = newCurve(0);

/** A bucket as the API returns it. */
interface Bucket {
  readonly at: string;
  readonly count: number;
  readonly avg: number | null;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

export function curveOfBuckets(buckets: readonly Bucket[]): Curve {
  const curve = newCurve(buckets.length);
  for (const [nth, { at, count, avg, min, max, last }] of buckets.entries()) {
    curve.atMs[nth] = Date.parse(at);
    // The average is missing only if the sum of huge values overflows.
    curve.mean[nth] = avg ?? min / 2 + max / 2;
    curve.min[nth] = min;
    curve.max[nth] = max;
    curve.last[nth] = last;
    curve.count[nth] = count;
  }
  return curve;
}

/** The index of the first point at or after this time. */
export function placeOf({ atMs }: Curve, ms: number): number {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atMs[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the point nearest to this time; null if it is farther away than `farthestMs`. */
export function nearestPlace(curve: Curve, ms: number, farthestMs: number): number | null {
  const { atMs } = curve;
  const after = placeOf(curve, ms);
  const afterMs = (atMs[after] ?? Number.POSITIVE_INFINITY) - ms;
  const beforeMs = ms - (atMs[after - 1] ?? Number.NEGATIVE_INFINITY);
  if (Math.min(afterMs, beforeMs) > farthestMs) return null;
  return afterMs < beforeMs ? after : after - 1;
}

/** The points from one index to before another. They share their memory. */
export function slicedCurve(curve: Curve, from: number, to: number): Curve {
  const part = (column: Float64Array) => column.subarray(from, to);
  return {
    atMs: part(curve.atMs),
    mean: part(curve.mean),
    min: part(curve.min),
    max: part(curve.max),
    last: part(curve.last),
    count: part(curve.count),
  };
}

export function curveWithin(curve: Curve, fromMs: number, toMs: number): Curve {
  return slicedCurve(curve, placeOf(curve, fromMs), placeOf(curve, toMs));
}

/** Joins curves that are in order and do not overlap. */
export function joinedCurves(parts: readonly Curve[]): Curve {
  const joined = newCurve(parts.reduce((sum, { atMs }) => sum + atMs.length, 0));
  let place = 0;
  for (const part of parts) {
    for (const column of columns) joined[column].set(part[column], place);
    place += part.atMs.length;
  }
  return joined;
}

/** The curve with one more reading, added to the bucket that the reading belongs to. */
export function withReading(curve: Curve, widthMs: number, ms: number, value: number): Curve {
  return withReadingIn(curve, Math.floor(ms / widthMs) * widthMs, value);
}

/** The same for a bucket that starts at this time. */
export function withReadingIn(curve: Curve, startMs: number, value: number): Curve {
  const place = placeOf(curve, startMs);
  if (curve.atMs[place] !== startMs) {
    const point = newCurve(1);
    point.atMs[0] = startMs;
    for (const column of [point.mean, point.min, point.max, point.last]) column[0] = value;
    point.count[0] = 1;
    return joinedCurves([slicedCurve(curve, 0, place), point, slicedCurve(curve, place, curve.atMs.length)]);
  }
  const copy = joinedCurves([curve]);
  const count = copy.count[place]! + 1;
  copy.mean[place] = copy.mean[place]! + (value - copy.mean[place]!) / count;
  copy.min[place] = Math.min(copy.min[place]!, value);
  copy.max[place] = Math.max(copy.max[place]!, value);
  copy.last[place] = value;
  copy.count[place] = count;
  return copy;
}
