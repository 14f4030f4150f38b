import { fineForMs, slotMs } from "../../../store/statistics-queries.ts";

/** How finely readings are counted, and for how long; what is older is there in hours. */
export interface CountedSlots {
  readonly fineS: number;
  readonly fineForMs: number;
}

const hourS = 3600;
const hourMs = hourS * 1000;
export const accountSlots: CountedSlots = { fineS: slotMs.account / 1000, fineForMs: fineForMs.account };
/** Of devices and sensors. */
export const sensorSlots: CountedSlots = { fineS: slotMs.sensor / 1000, fineForMs: fineForMs.sensor };

interface StatisticsRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** How long the longest slots are that the counts are in. */
  readonly unitS: number;
}

/**
 * Widened to whole fine slots, also where there are only hours: of an hour that the range cuts, its share is counted. So the
 * last day is a day, whatever the time is, and ranges that follow on each other count nothing twice.
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
  /** Ascending; one bucket lies between two of them. */
  readonly edgesMs: readonly number[];
}

/**
 * About so many buckets, at most two more: their length is a multiple of the slots', and they begin at multiples of their
 * length since 1970, so that a curve that is drawn anew keeps its buckets.
 */
export function seriesBuckets({ fromMs, toMs, unitS }: StatisticsRange, points: number): SeriesBuckets {
  // The range is wider than what was asked for by up to two slots, which should not make every bucket longer.
  const askedS = Math.max(unitS, (toMs - fromMs) / 1000 - unitS);
  const bucketS = unitS * Math.ceil(askedS / points / unitS);
  const bucketMs = bucketS * 1000;
  const startMs = floorTo(fromMs, bucketMs);
  const count = (ceilTo(toMs, bucketMs) - startMs) / bucketMs;
  return { bucketS, edgesMs: Array.from({ length: count + 1 }, (_, index) => startMs + index * bucketMs) };
}

/**
 * The last 24 hours as everything counts them: the present hour and the 23 before it. Counts of devices are kept in hours
 * after a while, so a day that began within one would be an estimate, and devices would not add up to their account.
 */
export function lastDay(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const toMs = floorTo(nowMs, hourMs) + hourMs;
  return { fromMs: Math.max(0, toMs - 24 * hourMs), toMs };
}

/** The same hour by hour. */
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
