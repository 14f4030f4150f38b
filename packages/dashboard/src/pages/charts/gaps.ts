import type { Curve } from "./curve.ts";

/** How many distances are examined to find the usual one. More would not improve it. */
const samplesMax = 1000;
/** Devices are not punctual: one reading may be missing without that being a gap. */
const toleratedSpacings = 2.5;
const toleratedBuckets = 1.5;

/**
 * How far apart two neighbours may be for a line between them to be honest. Where buckets usually have several readings,
 * one without any is a gap. Where readings come more rarely than buckets, what counts is how far apart they usually are.
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
