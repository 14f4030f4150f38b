import { fineForMs, slotMs } from "../../../store/statistics/statistics-queries.ts";

/** How finely readings are counted, and for how long. Older counts are by the hour. */
export interface CountedSlots {
  readonly fineS: number;
  readonly fineForMs: number;
}

const hourS = 3600;
const hourMs = hourS * 1000;
export const accountSlots: CountedSlots = { fineS: slotMs.account / 1000, fineForMs: fineForMs.account };
/** For devices and sensors. */
export const sensorSlots: CountedSlots = { fineS: slotMs.sensor / 1000, fineForMs: fineForMs.sensor };

interface StatisticsRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** The length of the longest slots that the counts are in. */
  readonly unitS: number;
}

/**
 * Widens a range to whole fine slots, even if there are only hours: an hour that the range cuts counts with its share.
 * So the last day is always a day, and adjacent ranges count nothing twice.
 */
export function wholeSlots(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { fineS, fineForMs }: CountedSlots,
  nowMs: number,
): StatisticsRange {
  const unitS = fromMs < nowMs - fineForMs ? hourS : fineS;
  const fineMs = fineS * 1000;
  return { fromMs: floorTo(fromMs, fineMs), toMs: ceilTo(toMs, fineMs), unitS };
}

interface SeriesBuckets {
  readonly bucketS: number;
  /** Ascending. One bucket lies between two of them. */
  readonly edgesMs: readonly number[];
}

/**
 * About this many buckets, at most two more. Their length is a multiple of the slots', and they begin at multiples of
 * their length since 1970, so that a redrawn curve keeps its buckets.
 */
export function seriesBuckets({ fromMs, toMs, unitS }: StatisticsRange, points: number): SeriesBuckets {
  // The range is up to two slots wider than requested, which should not make every bucket longer.
  const askedS = Math.max(unitS, (toMs - fromMs) / 1000 - unitS);
  const bucketS = unitS * Math.ceil(askedS / points / unitS);
  const bucketMs = bucketS * 1000;
  const startMs = floorTo(fromMs, bucketMs);
  const count = (ceilTo(toMs, bucketMs) - startMs) / bucketMs;
  return { bucketS, edgesMs: Array.from({ length: count + 1 }, (_, index) => startMs + index * bucketMs) };
}

/**
 * The last 24 hours as all figures count them: the current hour and the 23 before it. Counts of devices are kept by the
 * hour after a while, so a day that began within an hour would be an estimate, and devices would not add up to their
 * account.
 */
export function lastDay(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const toMs = floorTo(nowMs, hourMs) + hourMs;
  return { fromMs: Math.max(0, toMs - 24 * hourMs), toMs };
}

/** The same by the hour. */
export function lastDayEdges(nowMs: number): number[] {
  const { toMs } = lastDay(nowMs);
  return Array.from({ length: 25 }, (_, index) => toMs - (24 - index) * hourMs);
}

function floorTo(ms: number, unitMs: number): number {
  return Math.floor(ms / unitMs) * unitMs;
}

function ceilTo(ms: number, unitMs: number): number {
  return Math.ceil(ms / unitMs) * unitMs;
}
