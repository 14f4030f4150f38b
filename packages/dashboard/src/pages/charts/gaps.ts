import type { Curve } from "./curve.ts";

/** How many distances are examined to find the usual one. More would not improve it. */
const samplesMax = 1000;
/** Devices are not punctual: one reading may be missing without that being a gap. */
const toleratedSpacings = 2.5;
const toleratedBuckets = 1.5;

/**
 * The largest distance at which two neighbours are still joined by a line. Where buckets usually have several readings,
 * a bucket without any is a gap. Where readings are rarer than buckets, their usual distance decides.
 */
export function gapAboveMs(curve: Curve, widthMs: number): number {
  const { atMs, count } = curve;
  const distances: number[] = [];
  let readings = 0;
  const step = Math.max(1, Math.floor((atMs.length - 1) / samplesMax));
  for (let nth = 1; nth < atMs.length; nth += step) {
    distances.push(atMs[nth]! - atMs[nth - 1]!);
    readings += count[nth]!;
  }
  if (distances.length === 0) return Number.POSITIVE_INFINITY;
  distances.sort((a, b) => a - b);
  const usualMs = distances[distances.length >> 1]!;
  const areBucketsFull = readings / distances.length >= 2;
  if (areBucketsFull && usualMs <= widthMs) return widthMs * toleratedBuckets;
  return Math.max(usualMs * toleratedSpacings, widthMs * toleratedBuckets);
}
